"""SVG text as elements, read strictly: what is no well-formed XML fails."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat


@dataclass
class Element:
    """One element with what it contains."""

    tag: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> Iterator["Element"]:
        """Every element of this kind in it, in the order of the text."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def number(self, name: str) -> float:
        """An attribute as a number."""
        return float(self.attributes[name])


def parse(svg: str) -> Element:
    """The picture's outermost element."""
    root = Element("", {})
    open_ones = [root]
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes)
        open_ones[-1].children.append(element)
        open_ones.append(element)

    def words(text: str) -> None:
        open_ones[-1].text += text

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_ones.pop()
    parser.CharacterDataHandler = words
    parser.Parse(svg, True)
    return root.children[0]


def rows(picture: Element) -> list[Element]:
    """The threads' rows, from top to bottom."""
    return [g for g in picture.all("g") if g.attributes.get("class") == "row"]


def bars(row: Element) -> list[Element]:
    """A row's bars, as they stand in the picture."""
    return [rect for rect in row.all("rect") if "data-kind" in rect.attributes]
