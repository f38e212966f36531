"""How the pictures look: colours that also the colour-blind tell apart, dark text on white."""

from flink_agents_bridge.timeline.recording import Kind, Sign

INK, PALE, LINE = "#1a1a1a", "#555555", "#d9d9d9"
DEATH = "#c00000"
# Okabe and Ito's palette. Waits are hatched: darker while the lane is busy with another call.
COLOURS: dict[Kind, str] = {
    "owner": "#0072b2",
    "worker": "#009e73",
    "lane": "#e69f00",
    "bound": "#d55e00",
    "queue": "url(#queue)",
    "wait": "url(#wait)",
    "batch": "#cc79a7",
}
ON_DARK: tuple[Kind, ...] = ("owner", "worker", "bound")
WORDS: dict[Kind, str] = {
    "owner": "owner, inline",
    "worker": "worker, inline",
    "lane": "on its lane",
    "bound": "nested on a lane",
    "queue": "waits in the lane's queue",
    "wait": "waits while its lane works",
    "batch": "handles given back",
}
SIGNS: dict[Sign, tuple[str, str, str]] = {
    "made": ("M-4,4 L4,4 L0,-4 Z", INK, "interpreter made"),
    "closed": ("M-4,-4 L4,-4 L0,4 Z", "#ffffff", "interpreter closed"),
    "leaked": ("M-4,-4 L4,4 M4,-4 L-4,4", DEATH, "interpreter left open"),
    "refused": ("M0,-5 L5,0 L0,5 L-5,0 Z", DEATH, "call refused"),
    "stalled": ("M-4,-4 H4 V4 H-4 Z", "#f0e442", "lane waited for long"),
}
PATTERNS = """<defs>
<pattern id="queue" width="5" height="5" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)">
<rect width="5" height="5" fill="#ffffff"/><rect width="2.4" height="5" fill="#444444"/></pattern>
<pattern id="wait" width="7" height="7" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)">
<rect width="7" height="7" fill="#ffffff"/><rect width="1.6" height="7" fill="#b07a00"/></pattern>
<linearGradient id="native"><stop offset="0" stop-color="#ffffff"/>
<stop offset="1" stop-color="#b8b8b8"/></linearGradient>
<linearGradient id="dying"><stop offset="0" stop-color="#ffffff"/>
<stop offset="0.55" stop-color="#c00000"/></linearGradient>
</defs>"""
FONT = 'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"'
LETTER = 0.62  # the width of a letter, at most on average, by the size of the font


def fitting(text: str, width: float, size: float) -> str:
    """As much of a text as fits, cut in its middle; nothing if too little would be left."""
    room = int(width / (size * LETTER))
    if len(text) <= room:
        return text
    if room < 4:
        return ""
    head = (room - 1) // 2
    return f"{text[:head]}…{text[len(text) - (room - 1 - head) :]}"
