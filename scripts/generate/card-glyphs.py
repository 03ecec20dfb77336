"""Writes the glyphs of the inspection card as JSON: outlines, widths and kerning of the site's typeface.

pip install fonttools brotli; python scripts/generate/card-glyphs.py
"""

import json
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent.parent
FONTS = ROOT / "src/shared/web/ui/styles/fonts"
TARGET = ROOT / "src/features/inspection-card/server/glyphs.json"
STYLES = {
    "regular": {"wght": 400, "wdth": 100},
    "medium": {"wght": 580, "wdth": 100},
    "bold": {"wght": 690, "wdth": 106},
}
KERNED = [chr(code) for code in range(0x21, 0x7F)]


def load_font(name, axes):
    font = TTFont(FONTS / name)
    font.flavor = None
    return instantiateVariableFont(font, axes)


def list_outlines(font):
    glyphs = font.getGlyphSet()
    outlines = {}
    for code, name in font.getBestCmap().items():
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(pen)
        outlines[chr(code)] = [round(glyphs[name].width), pen.getCommands()]
    return outlines


def list_kerning(font):
    """The change of distance for each pair of letters, in font units."""
    cmap = font.getBestCmap()
    names = {cmap[ord(letter)]: letter for letter in KERNED if ord(letter) in cmap}
    kerning = {}
    gpos = font["GPOS"].table
    lookup_indexes = {i for f in gpos.FeatureList.FeatureRecord if f.FeatureTag == "kern" for i in f.Feature.LookupListIndex}
    for index in sorted(lookup_indexes):
        lookup = {}
        for table in gpos.LookupList.Lookup[index].SubTable:
            table = getattr(table, "ExtSubTable", table)
            for pair, value in list_pairs(table, names):
                lookup.setdefault(pair, value)  # the first subtable with a pair wins
        for pair, value in lookup.items():
            kerning[pair] = kerning.get(pair, 0) + value
    return {pair: value for pair, value in kerning.items() if abs(value) >= 4}


def list_pairs(table, names):
    for index, first in enumerate(table.Coverage.glyphs):
        if first not in names:
            continue
        if table.Format == 1:
            values = {record.SecondGlyph: record.Value1 for record in table.PairSet[index].PairValueRecord}
            seconds = [name for name in values if name in names]
        else:
            row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
            values = {name: row[table.ClassDef2.classDefs.get(name, 0)].Value1 for name in names}
            seconds = names
        for second in seconds:
            yield names[first] + names[second], getattr(values[second], "XAdvance", 0) or 0


styles = {}
for style, axes in STYLES.items():
    latin = load_font("archivo-latin.woff2", axes)
    letters = sorted((list_outlines(load_font("archivo-latin-ext.woff2", axes)) | list_outlines(latin)).items())
    styles[style] = {
        "letters": "".join(letter for letter, _ in letters),
        "widths": [width for _, (width, _) in letters],
        "outlines": [outline for _, (_, outline) in letters],
        # "AV-43" for each pair
        "kerning": [f"{pair}{value}" for pair, value in sorted(list_kerning(latin).items())],
    }
TARGET.write_text(json.dumps(styles, ensure_ascii=False, separators=(",", ":")) + "\n")
