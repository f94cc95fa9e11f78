// An approval from the agent's call to its result, through the real bridge, and every way in which it can end.

import assert from "node:assert/strict";

import { MODE, RULE, allowedOnce, command, denied, isReady } from "./support/approvals.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const message = (widget) => widget.dialog.getByRole("textbox", { name: "Message to the agent" });

topic("an approval", () => {
  scene("is allowed once, and leaves a receipt", async ({ agent, widget, chat }) => {
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    const request = command();
    const asked = agent.wants(request);
    await isReady(widget);
    await chat.isHeld();
    await widget.clicks("Allow once");
    assert.deepEqual(await asked.result(), allowedOnce(request));
    await widget.isGone();
    await chat.isFree();
    await becomes(() => widget.receipts.textContent(), "Bash: Allowed once");
  });

  scene("keeps what was ticked and nothing else", async ({ agent, widget }) => {
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    const asked = agent.wants(command());
    await isReady(widget);
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    await widget.clicks("Allow and remember");
    await becomes(() => widget.alert.textContent(), "Select something to remember first.");
    await widget.checks(widget.host.locator(".ask:not([data-guarded])").getByRole("checkbox").nth(1));
    await widget.checks(widget.host.locator(".ask:not([data-guarded])").getByRole("checkbox").nth(0));
    await widget.dialog.getByRole("checkbox").nth(1).uncheck();
    await widget.clicks("Allow and remember");
    const result = await asked.result();
    assert.deepEqual(result.updatedPermissions, [RULE], "the mode was unticked");
    assert.equal(result.decisionClassification, "user_permanent");
    assert.notDeepEqual(result.updatedPermissions, [RULE, MODE]);
    await becomes(() => widget.receipts.textContent(), "Bash: Allowed and remembered");
    await widget.receipts.click();
    const whole = widget.host.locator(".receipt-whole");
    await whole.getByText("Bash(npm test:*)").waitFor();
    await whole.getByText("Always allow: commands that start with npm test").waitFor();
    await whole.getByText("Until this session ends").waitFor();
  });

  scene("the receipt says what was allowed in the place of what was asked, and keeps an edit that was not sent", async (stage) => {
    const { agent, widget } = stage;
    await widget.host.evaluate((host) => {
      host.removeAttribute("receipts");
      window.lines = [];
      host.addEventListener("ask-user-end", (event) => window.lines.push(event.detail.lines[0].edited));
    });
    for (const [button, name] of [["Allow once", "Edited by you"], ["Deny", "Edited by you – Not sent"]]) {
      const asked = agent.wants(command());
      await isReady(widget);
      await widget.clicks("Edit");
      await widget.dialog.getByRole("textbox", { name: "Edited by you" }).fill("npm test -- --bail");
      await widget.clicks(button);
      await asked.result();
      await widget.isGone();
      await widget.receipts.last().click();
      const whole = widget.host.locator(".receipt-whole").last();
      await whole.getByText("npm test -- --bail").waitFor();
      assert.equal(await whole.locator(".receipt-note").first().textContent(), name);
    }
    assert.deepEqual(await widget.page.evaluate("window.lines"), ["npm test -- --bail", null]);
  });

  scene("a long text can be edited without losing any of it", async ({ agent, widget }) => {
    const content = Array.from({ length: 600 }, (_, line) => `line ${line} of a long file`).join("\n");
    assert.ok(content.length > 12_000);
    const asked = agent.wants({ tool_name: "Write", toolUseID: "t_1", input: { file_path: "a.txt", content } });
    await widget.asks("Allow Write?");
    await widget.clicks("Edit");
    const field = widget.dialog.getByRole("textbox", { name: "Edited by you" });
    await becomes(() => field.inputValue(), content);
    await field.press("Control+End");
    await field.pressSequentially("!");
    assert.equal(await field.inputValue(), `${content}!`);
    assert.equal(await widget.dialog.getByText(/characters? left/).count(), 0);
    await field.fill("");
    await widget.dialog.locator(".approval-difference .approval-diff").waitFor();
    await widget.clicks("Deny");
    assert.equal((await asked.result()).behavior, "deny");
  });

  for (const [button, rest] of [["Deny", {}], ["Deny and stop", { interrupt: true }]]) {
    scene(`${button}: with a message`, async ({ agent, widget }) => {
      const asked = agent.wants(command());
      await isReady(widget);
      await widget.press("n");
      await widget.page.keyboard.type("use pnpm");
      await widget.clicks(button);
      assert.deepEqual(await asked.result(), denied("use pnpm", rest));
    });
  }

  scene("a denial needs neither words nor reading", async ({ agent, widget }) => {
    const asked = agent.wants(command(`echo ${"a very long command ".repeat(400)}`));
    await widget.asks("Allow Bash?");
    await widget.clicks("Deny");
    assert.deepEqual(await asked.result(), denied());
  });

  scene("what was edited is shown as a change, and is what is allowed", async ({ agent, widget }) => {
    const request = command("npm test && git push");
    const asked = agent.wants(request);
    await isReady(widget);
    await widget.clicks("Edit");
    await widget.dialog.getByRole("textbox", { name: "Edited by you" }).fill("npm test");
    await becomes(() => widget.dialog.locator("mark").allTextContents(), [" && git push"]);
    await widget.clicks("Allow once");
    assert.deepEqual(await asked.result(), allowedOnce(request, { command: "npm test", cwd: "/app" }));
  });

  scene("a half-typed message and the page survive a reload", async ({ agent, page, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    await widget.press("n");
    await widget.page.keyboard.type("not on a Fri");
    // It is persisted within a moment.
    await becomes(() => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }).includes("not on a Fri")), true);
    await page.reload();
    await isReady(widget);
    await becomes(() => message(widget).inputValue(), "not on a Fri");
    await message(widget).focus();
    await widget.press("End");
    await page.keyboard.type("day");
    await widget.clicks("Deny");
    assert.deepEqual(await asked.result(), denied("not on a Friday"));
  });

  scene("a decision without a connection is sent with the next one", {
    linked: true,
    tab: { tolerates: [FAILED_CONNECT] },
  }, async ({ agent, link, widget }) => {
    const request = command();
    const asked = agent.wants(request);
    await isReady(widget);
    link.cut();
    await widget.notice.getByText("offline").or(widget.notice.getByText("Reconnecting")).first().waitFor();
    await widget.clicks("Allow once");
    await widget.bar.getByText("Your answer will be sent").waitFor();
    assert.equal(asked.isSettled, false);
    link.mend();
    assert.deepEqual(await asked.result(), allowedOnce(request));
  });

  scene("nobody decides in time: it was not approved, and the dialog goes", async ({ agent, tab, widget, chat }) => {
    const asked = agent.wants(command(), { timeout: 4 });
    await widget.dialog.waitFor();
    const result = await asked.result();
    assert.equal(result.behavior, "deny");
    assert.match(result.message, /did not answer in time/);
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(tab.responses(), []);
  });

  scene("a time-out is called that of a request, and what was typed stays", { tab: null }, async (stage) => {
    const { page, widget } = await stage.open({ path: "/?scene=approval-ended", waits: false });
    await page.locator("html[data-scene=played]").waitFor();
    await widget.notice.getByText("This request timed out before you decided").waitFor();
    assert.equal(await message(widget).inputValue(), "Not yet.");
    assert.equal(await widget.button("Allow once").isVisible(), false);
    assert.equal(await widget.button("Deny").isVisible(), false);
  });

  scene("is withdrawn when the agent hangs up", async ({ agent, tab, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    await widget.press("n");
    await widget.page.keyboard.type("half a");
    asked.hangUp();
    await widget.notice.getByText("The agent is no longer waiting for this decision").waitFor();
    assert.equal(await message(widget).inputValue(), "half a");
    assert.deepEqual(tab.responses(), []);
  });

  scene("is decided in one of two tabs, and the other says so", async (stage) => {
    const { agent, widget } = stage;
    const request = command();
    const asked = agent.wants(request);
    await isReady(widget);
    const other = await stage.open({ waits: false });
    await other.widget.dialog.waitFor();
    await isReady(other.widget);
    await other.widget.clicks("Allow once");
    assert.deepEqual(await asked.result(), allowedOnce(request));
    await widget.isGone();
    assert.equal(await other.widget.dialog.isVisible(), false);
  });

  scene("follows another one, and each is decided by itself", async ({ agent, widget }) => {
    const [first, second] = [command("npm test"), command("npm publish")];
    const asked = [agent.wants(first), agent.wants(second)];
    await isReady(widget);
    const isFirst = (await widget.dialog.getByText("npm test").count()) > 0;
    await widget.clicks("Allow once");
    await widget.dialog.getByText(isFirst ? "npm publish" : "npm test", { exact: true }).waitFor();
    await isReady(widget);
    await widget.clicks("Deny");
    const results = await Promise.all(asked.map((one) => one.result()));
    assert.deepEqual(results.map((one) => one.behavior).sort(), ["allow", "deny"]);
    assert.equal(results[isFirst ? 0 : 1].behavior, "allow");
  });
});
