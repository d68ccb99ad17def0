import asyncio
import json
import os

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def main():
    async with streamablehttp_client(os.environ["MCP_LINK"]) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            arguments = json.loads(os.environ["MCP_ARGUMENTS"])
            result = await session.call_tool(os.environ["MCP_TOOL"], arguments)
            print(json.dumps({"tools": [tool.name for tool in tools], "text": result.content[0].text}))


asyncio.run(main())
