import json
import os

from weather_api import Client
from weather_api.api.point_forecasts import get_points
from weather_api.models import PointsAnswer

headers = {"authorization": os.environ["API_AUTHORIZATION"]}
client = Client(base_url=os.environ["API_URL"], headers=headers)
answer = get_points.sync(client=client, coordinates="42.36,-71.06", max_forecast_hour=3)
assert isinstance(answer, PointsAnswer), answer
print(json.dumps([row.temperature_2m for rows in answer.forecasts for row in rows]))
