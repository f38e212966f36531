"""The few elements that the pictures are made of, as SVG text."""

from xml.sax.saxutils import escape, quoteattr

from flink_agents_bridge.timeline.style import FONT, INK, PATTERNS


def text(x: float, y: float, words: str, size: float = 11, **more: str) -> str:
    """A line of text; ``more`` are attributes, with _ for -."""
    colour = more.pop("fill", INK)
    return (
        f"<text{_attributes(x=x, y=y, font_size=size, fill=colour, **more)}>{escape(words)}</text>"
    )


def rect(x: float, y: float, width: float, height: float, title: str = "", **more: object) -> str:
    """A rectangle; its title is shown where the pointer rests on it."""
    attributes = _attributes(x=x, y=y, width=width, height=height, **more)
    return f"<rect{attributes}>{_title(title)}</rect>" if title else f"<rect{attributes}/>"


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, **more: object) -> str:
    """A straight line."""
    return f"<line{_attributes(x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **more)}/>"


def sign(x: float, y: float, path: str, fill: str, title: str = "", **more: object) -> str:
    """A mark round a point."""
    attributes = _attributes(
        d=path, transform=f"translate({x:.1f},{y:.1f})", fill=fill, stroke=INK, **more
    )
    return f"<path{attributes}>{_title(title)}</path>"


def group(parts: list[str], x: float = 0, y: float = 0, **more: object) -> str:
    """Parts that belong together, moved."""
    attributes = _attributes(transform=f"translate({x:.1f},{y:.1f})", **more)
    return f"<g{attributes}>\n" + "\n".join(parts) + "\n</g>"


def picture(parts: list[str], width: float, height: float) -> str:
    """A whole file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" {FONT}>'
    )
    ground = rect(0, 0, width, height, fill="#ffffff")
    return "\n".join([head, PATTERNS, ground, *parts, "</svg>"]) + "\n"


def _title(words: str) -> str:
    return f"<title>{escape(words)}</title>"


def _attributes(**attributes: object) -> str:
    return "".join(
        f" {name.replace('_', '-')}={quoteattr(_number(value))}"
        for name, value in attributes.items()
        if value is not None
    )


def _number(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
