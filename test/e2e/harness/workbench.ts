import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { enginePath } from "../../../tools/engine-path.js";
import { type Installation, projectIn } from "../../../tools/packed.js";
import type { Service } from "./service";
import { type Backend, Stack, type Told } from "./stack";

/** Folders of one test file's own: an installed package, a Pulumi home, a backend, and projects. */
export interface Workbench {
  folder: string;
  /** A program in this folder, or in one below, finds the package and the SDK; with workspaces it is the member's. */
  installed: string;
  passphrase: string;
  /** Every command that was run here. */
  told: Told[];
  /** A stack `dev` of a new project below `installed`, with the program's files. */
  stack(project: ProjectFiles): Promise<Stack>;
  /** One more stack of the same project and backend. */
  sibling(stack: Stack, name: string): Promise<Stack>;
  remove(): void;
}

export interface ProjectFiles {
  name: string;
  files: Readonly<Record<string, string>>;
  /** Contents of Pulumi.yaml after `name:`; default `runtime: nodejs`. */
  yaml?: string;
  /** Folder of Pulumi.yaml, below the workbench's folder; default: one of its own below `installed`. */
  folder?: string;
}

/** Its characters change under every escaping, so that a leak is found in each of them. */
const passphrase = 'pass "phrase" & <staple>/é';

/** @param elsewhere the backend of its stacks; default: a folder of the workbench */
export async function workbench(installation: Installation = {}, elsewhere?: Backend): Promise<Workbench> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "payments-e2e-"));
  const installed = await projectIn(join(folder, "installed"), installation);
  const path = [launcherFolder(installed), await enginePath()].join(delimiter);
  const told: Told[] = [];
  const [home, states, temporary] = ["home", "backend", "tmp"].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  }) as [string, string, string];
  const backend = elsewhere ?? { url: `file://${states}`, env: {} };
  const stackIn = async (where: string, name: string): Promise<Stack> => {
    const stack = new Stack({ folder: where, name, path, home, backend, temporary, passphrase, told });
    await stack.must("stack", "init", "--no-select");
    return stack;
  };
  return {
    folder,
    installed,
    passphrase,
    told,
    async stack({ name, files, yaml = "runtime: nodejs", folder: own }) {
      const where = own ?? join(installed, name);
      mkdirSync(where, { recursive: true });
      const project = new Stack({ folder: where, name: "dev", path, home, backend, temporary, passphrase, told });
      project.write({ "Pulumi.yaml": `name: ${name}\n${yaml}\n`, ...files });
      return stackIn(where, "dev");
    },
    sibling: (stack, name) => stackIn(stack.folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The launcher of dynamic providers comes with the program's own SDK, wherever the installation put it. */
function launcherFolder(installed: string): string {
  return realpathSync(require.resolve("@pulumi/pulumi/package.json", { paths: [installed] })).replace(
    /[\\/]package\.json$/,
    "",
  );
}

/** Points a stack at the service. Absence is confirmed fast: `patient` leaves the defaults. */
export async function connect(
  stack: Stack,
  service: Service,
  { patient = false, ...plain }: { patient?: boolean; [key: `payments:${string}`]: string } = {},
): Promise<void> {
  const quick = patient ? {} : { "payments:absenceConfirmMs": "200", "payments:newKeyGraceMs": "0" };
  const own = { "payments:baseUrl": service.url, "payments:accountId": service.accountId };
  await stack.configure({ ...own, ...quick, ...plain }, { "payments:apiKey": service.apiKey });
}

/** The same by the environment alone, for programs whose stack does not matter. */
export function environmentOf(service: Service): Record<string, string> {
  return {
    PAYMENTS_BASE_URL: service.url,
    PAYMENTS_ACCOUNT_ID: service.accountId,
    PAYMENTS_API_KEY: service.apiKey,
  };
}
