import datetime
import json
import os

from weather_api import Client
from weather_api.api.gridded_forecasts import get_gridded_by_variable
from weather_api.api.point_forecasts import get_points
from weather_api.models import GetGriddedByVariableResolution, GetGriddedByVariableVariable, PointsAnswer
from weather_api.types import File

headers = {"authorization": os.environ["API_AUTHORIZATION"]}
client = Client(base_url=os.environ["API_URL"], headers=headers)
answer = get_points.sync(client=client, coordinates="42.36,-71.06", max_forecast_hour=3)
assert isinstance(answer, PointsAnswer), answer
temperatures = [row.temperature_2m for rows in answer.forecasts for row in rows]
file = get_gridded_by_variable.sync(
    client=client,
    variable=GetGriddedByVariableVariable("temperature_2m"),
    time=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S"),
    resolution=GetGriddedByVariableResolution("1"),
)
assert isinstance(file, File), file
print(json.dumps({"temperatures": temperatures, "start": file.payload.read(3).decode()}))
