"""Reads values out of NetCDF files with xarray: questions come as JSON on standard input, answers go out as JSON."""

import json
import sys

import xarray

answers = []
for question in json.load(sys.stdin):
    with xarray.open_dataset(question["file"]) as grid:
        field = grid[question["variable"]].isel(time=0)
        if "level" in field.dims:
            field = field.sel(level=question["level"])
        # Exactly there: a place between the grid's points is an error.
        answers.append([float(field.sel(latitude=lat, longitude=lon % 360)) for lat, lon in question["places"]])
json.dump(answers, sys.stdout)
