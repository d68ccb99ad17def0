import type { Environment } from '../../../content/contract.ts';
import { isoWithoutZone } from '../../../weather/api-time.ts';
import { callCount, type ModelRequest, modelVariables } from './model-request.ts';

interface ProgramOptions {
  base: string;
  /** Degrees. Only the sandbox offers coarse grids. */
  resolution: number | undefined;
  environment: Environment;
}

/** A Python program that prints the same forecast at the balloon's places and times. */
export function modelProgram(
  { runMs, points }: ModelRequest,
  { base, resolution, environment: { clientId, apiKey } }: ProgramOptions,
): string {
  const rows = points.map(
    ({ pressure, forecast_hour, latitude, longitude }) =>
      `    (${pressure}, ${forecast_hour}, ${latitude}, ${longitude}),\n`,
  );
  return `import os

import netCDF4
import requests

RUN = "${isoWithoutZone(runMs)}"
# Where the balloon was: hPa, forecast hour, latitude, longitude.
POINTS = [
${rows.join('')}]

session = requests.Session()
session.auth = (os.environ["${clientId}"], os.environ["${apiKey}"])


def forecast(variable, level, hour, latitude, longitude):
    response = session.get(
        f"${base}/gridded/{level}/{variable}",
        params={
            "initialization_time": RUN,
            "forecast_hour": hour,
${resolution === undefined ? '' : `            "resolution": ${resolution},\n`}        },
        timeout=600,
    )
    response.raise_for_status()
    with netCDF4.Dataset("grid.nc", memory=response.content) as file:
        grid = file[variable][:].squeeze()
    # Between the four nearest whole degrees: rows from 90 to -90, columns from 0 eastwards.
    every = grid.shape[1] // 360
    grid = grid[::every, ::every]
    down, along = 90 - latitude, longitude % 360
    row, column = min(int(down), 179), int(along)
    south, east = down - row, along - column

    def in_row(index):
        west_value = float(grid[index, column])
        return west_value * (1 - east) + float(grid[index, (column + 1) % 360]) * east

    return in_row(row) * (1 - south) + in_row(row + 1) * south


# ${callCount({ runMs, points })} calls: ${modelVariables.length} variables at ${points.length} levels.
for point in POINTS:
    t, q, u, v = (
        forecast(name, *point)
        for name in (${modelVariables.map((name) => `"${name}"`).join(', ')})
    )
    print(f"{point[0]} hPa: {t:.2f} degC, {1000 * q:.4f} g/kg, wind {u:.2f} {v:.2f} m/s")
`;
}
