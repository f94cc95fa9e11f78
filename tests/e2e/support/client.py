"""Makes one call of the Python client, as its only argument says in JSON, and prints how it ended. SIGTERM cancels the call."""

import asyncio
import json
import signal
import sys

import ask_user_client
from ask_user_client import AskUserClient


def giver(tokens):
    """A function that gives these tokens one after the other, and the last one ever after; `None` stands for a failure."""

    async def give():
        token = tokens.pop(0) if len(tokens) > 1 else tokens[0]
        if token is None:
            raise RuntimeError("the key is lost")
        return token

    return give


async def end_of(call):
    token = call.get("token")
    token = giver(token["gives"]) if isinstance(token, dict) else token
    async with AskUserClient(call["bridge"], call["session"], token=token, **call["client"]) as client:
        given = call["given"]
        if call["method"] == "can_use_tool":
            from claude_agent_sdk import PermissionUpdate, ToolPermissionContext

            suggestions = [PermissionUpdate.from_dict(update) for update in call["options"].pop("suggestions", [])]
            result = await client.can_use_tool(*given, ToolPermissionContext(suggestions=suggestions, **call["options"]))
            updates = getattr(result, "updated_permissions", None)
            kept = {"updated_permissions": [update.to_dict() for update in updates]} if updates else {}
            return {"result": {"type": type(result).__name__, "updated_input": getattr(result, "updated_input", None), **kept}}
        return {"result": await getattr(client, call["method"])(*given, **call["options"])}


async def main(call):
    task = asyncio.ensure_future(end_of(call))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        end = await task
    except asyncio.CancelledError:
        end = {"error": "Aborted"}
    except ask_user_client.AskUserError as error:
        end = {"error": type(error).__name__, "message": str(error), "code": error.code, "key": error.key}
    except ValueError as error:
        end = {"error": "ValueError", "message": str(error)}
    print(json.dumps(end))


asyncio.run(main(json.loads(sys.argv[1])))
