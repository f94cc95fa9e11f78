"""Stands in for the Claude Agent SDK: whatever it is told, it asks which database, and says what it got."""

import os
from dataclasses import dataclass
import json
from typing import Any, Callable


@dataclass
class TextBlock:
    text: str


@dataclass
class AssistantMessage:
    content: list


@dataclass
class PermissionUpdate:
    pass


@dataclass
class PermissionResultAllow:
    updated_input: dict | None = None
    updated_permissions: list | None = None


@dataclass
class PermissionResultDeny:
    message: str = ""
    interrupt: bool = False


@dataclass
class ClaudeAgentOptions:
    can_use_tool: Callable[..., Any] | None = None


class ClaudeSDKClient:
    def __init__(self, options):
        self.options = options

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return False

    async def query(self, prompt):
        self.prompt = prompt

    async def receive_response(self):
        with open(os.environ["ASK"], encoding="utf-8") as file:
            ask = json.load(file)
        result = await self.options.can_use_tool("AskUserQuestion", ask, None)
        match result:
            case PermissionResultAllow(updated_input=updated_input):
                said = ", ".join(updated_input["answers"].values())
            case PermissionResultDeny(message, interrupt):
                said = f"{message} ({interrupt})"
        yield AssistantMessage([TextBlock(f"{self.prompt} -> {said}")])
