"""Subsets the two fonts to what the pages need: Latin letters, punctuation and symbols, weights 400 to 600.

    npm install --no-save @fontsource-variable/inter@5.3.0 @fontsource-variable/jetbrains-mono@5.3.0
    pip install fonttools==4.68.0 brotli==1.2.1
    python tools/make-fonts.py
"""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
HERE = ROOT / "src" / "web" / "fonts"
PACKAGES = ROOT / "node_modules" / "@fontsource-variable"

ASCII = range(0x20, 0x7F)
LATIN_1 = range(0xA0, 0x100)
# Dashes, quotes, bullet, ellipsis, arrows, minus, comparisons.
MARKS = [0x131, 0x152, 0x153, 0x2C6, 0x2DA, 0x2DC, *range(0x2010, 0x2016), *range(0x2018, 0x201F)]
MARKS += [*range(0x2020, 0x2023), 0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2122]
MARKS += [*range(0x2190, 0x2194), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265]
CODE_MARKS = [0xA0, 0xB0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026]
CODE_MARKS += [*range(0x2190, 0x2194), 0x2212]

FONTS = [
    ("inter/files/inter-latin-wght-normal", "inter", [*ASCII, *LATIN_1, *MARKS],
     ["kern", "ccmp", "locl", "mark", "mkmk", "calt", "cv05", "cv11", "tnum"]),
    ("jetbrains-mono/files/jetbrains-mono-latin-wght-normal", "jetbrains-mono", [*ASCII, *CODE_MARKS], ["ccmp"]),
]

for source, name, characters, features in FONTS:
    narrowed = BytesIO()
    instantiateVariableFont(TTFont(PACKAGES / f"{source}.woff2"), {"wght": (400, 600)}).save(narrowed)
    font = TTFont(narrowed)
    options = Options(flavor="woff2", hinting=False, layout_features=features)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(HERE / f"{name}.woff2")
    print(name, (HERE / f"{name}.woff2").stat().st_size, "bytes")
