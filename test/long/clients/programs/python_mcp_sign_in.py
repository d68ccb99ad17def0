import asyncio
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

# Signs in, lists the tools, and calls one for each line of its input.
url, port = sys.argv[1], int(sys.argv[2])


class Storage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Callback(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.query = parse_qs(urlsplit(self.path).query)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


async def open_page(address):
    print(address, flush=True)


async def wait_for_answer():
    with HTTPServer(("127.0.0.1", port), Callback) as server:
        await asyncio.to_thread(server.handle_request)
        query = server.query
    return AuthorizationCodeResult(code=query["code"][0], state=query["state"][0], iss=query["iss"][0])


async def main():
    metadata = OAuthClientMetadata(client_name="Python mcp", redirect_uris=[f"http://127.0.0.1:{port}/callback"])
    provider = OAuthClientProvider(url, metadata, Storage(), open_page, wait_for_answer)
    async with create_mcp_http_client(auth=provider) as http_client:
        async with Client(streamable_http_client(url, http_client=http_client)) as client:
            tools = (await client.list_tools()).tools
            print("listed", *[tool.name for tool in tools], flush=True)
            while await asyncio.to_thread(sys.stdin.readline):
                result = await client.call_tool("get_point_forecast", {"coordinates": "42.36,-71.06"})
                print("called", result.content[0].text.replace("\n", " "), flush=True)


asyncio.run(main())
