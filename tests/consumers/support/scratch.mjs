// A project of a consumer, made from nothing but its own files and the packed package.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const PACKAGE = process.env.PACKAGE;
if (!PACKAGE) throw new Error("PACKAGE must name the folder of the package; `cargo xtask consumers` sets it.");

// The settings of a command that runs this must not reach the projects.
const env = { ...process.env, NODE_ENV: "", NODE_OPTIONS: "", NEXT_TELEMETRY_DISABLED: "1", CI: "1" };
// Settings of the outer `node --test` change how its children print.
delete env.NODE_TEST_CONTEXT;
delete env.NODE_ENV;

/** Runs a program to its end; what it printed is told when it fails. */
export async function run(folder, program, ...words) {
  try {
    return (await promisify(execFile)(program, words, { cwd: folder, env, maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(" ")}: ${error.stdout}\n${error.stderr}`);
  }
}

/** The package as npm would publish it: `npm pack`, in a folder of its own. */
export async function pack() {
  const folder = await mkdtemp(join(tmpdir(), "ask-user-pack-"));
  const [{ filename }] = JSON.parse(await run(folder, "npm", "pack", PACKAGE, "--json", "--silent"));
  return { tarball: join(folder, filename), remove: () => rm(folder, { recursive: true }) };
}

/** The consumer's files in a new folder, with what its lock names and the package installed. */
export class Project {
  static async make(name, tarball) {
    const project = new Project();
    project.folder = await mkdtemp(join(tmpdir(), `ask-user-${basename(name)}-`));
    await cp(join(HERE, name), project.folder, { recursive: true });
    await cp(join(HERE, ".npmrc"), join(project.folder, ".npmrc"));
    const quietly = ["--prefer-offline", "--ignore-scripts", "--no-fund", "--no-audit", "--silent"];
    if (project.has("package-lock.json")) await project.run("npm", "ci", ...quietly);
    await project.run("npm", "install", "--no-save", "--no-package-lock", ...quietly, tarball);
    return project;
  }

  has(file) {
    return existsSync(join(this.folder, file));
  }

  path(file) {
    return join(this.folder, file);
  }

  run(program, ...words) {
    return run(this.folder, program, ...words);
  }

  /** Starts a server of the project's own and resolves with its address. */
  async start(...words) {
    this.server = spawn("npx", ["--no-install", ...words], { cwd: this.folder, env, detached: true });
    let printed = "";
    return await new Promise((resolve, reject) => {
      const hear = (text) => {
        // Colours stand between the letters.
        printed += String(text).replace(/\u001b\[[0-9;]*m/g, "");
        const address = printed.match(/http:\/\/127\.0\.0\.1:\d+/);
        if (address) resolve(address[0]);
      };
      this.server.stdout.on("data", hear);
      this.server.stderr.on("data", hear);
      this.server.on("exit", () => reject(new Error(`${words.join(" ")} ended: ${printed}`)));
    });
  }

  async remove() {
    if (this.server && this.server.exitCode === null) {
      const ended = once(this.server, "exit");
      // npx starts the server as a child of its own: both are in this group, and nothing else is.
      process.kill(-this.server.pid, "SIGTERM");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
