import asyncio
import json
import os

from fastmcp import Client


async def main():
    async with Client(os.environ["MCP_LINK"]) as client:
        tools = await client.list_tools()
        result = await client.call_tool(os.environ["MCP_TOOL"], json.loads(os.environ["MCP_ARGUMENTS"]))
        print(json.dumps({"tools": [tool.name for tool in tools], "text": result.content[0].text}))


asyncio.run(main())
