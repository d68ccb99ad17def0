"""Creates the sandbox's terrain table from ETOPO5 (NOAA, public domain), which Debian packages:

    apt-get download ferret-datasets && dpkg -x ferret-datasets_*.deb datasets
    pip install numpy==2.3.5 scipy==1.16.3
    python tools/make-terrain.py datasets/usr/share/ferret-vis/data/etopo5.cdf
"""

import json
import sys
import zlib
from base64 import b64encode
from pathlib import Path

import numpy
from scipy.io import netcdf_file

ROOT = Path(__file__).parent.parent
STEP_METRES = 50
CELLS_PER_DEGREE = 2
MINUTES_PER_VALUE = 5

with netcdf_file(sys.argv[1], mmap=False) as file:
    longitudes = file.variables["ETOPO05_X"][:] % 360
    latitudes = file.variables["ETOPO05_Y"][:]
    metres = file.variables["ROSE"][:].astype(float)

metres = metres[:, numpy.argsort(longitudes)]
if latitudes[0] < latitudes[-1]:
    metres = metres[::-1]
# The sea floor counts as sea level, and the last row is the pole itself.
metres = numpy.maximum(metres, 0)[: 180 * 60 // MINUTES_PER_VALUE]

side = 60 // MINUTES_PER_VALUE // CELLS_PER_DEGREE
rows, columns = 180 * CELLS_PER_DEGREE, 360 * CELLS_PER_DEGREE
means = metres.reshape(rows, side, columns, side).mean(axis=(1, 3))
steps = numpy.round(means / STEP_METRES).astype(int)
differences = numpy.diff(steps, axis=1, prepend=0).astype(numpy.int8)

packer = zlib.compressobj(9, wbits=-15)
packed = packer.compress(differences.tobytes()) + packer.flush()
table = {
    "source": "ETOPO5, NOAA National Centers for Environmental Information (public domain)",
    "layout": "mean height of each cell of 0.5 degrees above sea level in steps of 50 m, from 90N 0E eastwards and"
    " southwards; a signed byte each, the difference from the cell to the west; raw deflate, base64",
    "cells": b64encode(packed).decode(),
}
target = ROOT / "src" / "weather" / "sandbox" / "tables" / "terrain.json"
target.write_text(json.dumps(table, indent=1) + "\n")
