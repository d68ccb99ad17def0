import asyncio
import json
import os

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main():
    server = {"transport": "streamable_http", "url": os.environ["MCP_LINK"]}
    tools = await MultiServerMCPClient({"weather": server}).get_tools()
    wanted = next(tool for tool in tools if tool.name == os.environ["MCP_TOOL"])
    answer = await wanted.ainvoke(json.loads(os.environ["MCP_ARGUMENTS"]))
    text = answer if isinstance(answer, str) else answer[0]["text"]
    print(json.dumps({"tools": [tool.name for tool in tools], "text": text}))


asyncio.run(main())
