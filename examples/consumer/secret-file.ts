import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type CustomResourceOptions, dynamic, type Input } from "@pulumi/pulumi";

export interface SecretFileArgs {
  /** Where the file is written; only its owner can read it. */
  path: Input<string>;
  /** Encrypted in state, and shown by no command. */
  content: Input<string>;
}

interface Contents {
  path: string;
  content: string;
}

/** A file or a link that is there already would keep its mode, or lead elsewhere. */
function write({ path, content }: Contents): void {
  const next = `${path}.${randomUUID()}.new`;
  writeFileSync(next, content, { mode: 0o600, flag: "wx" });
  renameSync(next, path);
}

function holds({ path, content }: Contents): boolean {
  try {
    return readFileSync(path, "utf8") === content;
  } catch {
    return false;
  }
}

const provider: dynamic.ResourceProvider<Contents, Contents> = {
  async create(inputs) {
    write(inputs);
    return { id: inputs.path, outs: inputs };
  },
  async diff(_id, olds, news) {
    return { changes: !holds(news), replaces: olds.path === news.path ? [] : ["path"] };
  },
  async update(_id, _olds, news) {
    write(news);
    return { outs: news };
  },
  async delete(_id, { path }) {
    rmSync(path, { force: true });
  },
};

/** Stands for any consumer of a secret: a parameter store, a cluster secret, a CI variable. */
export class SecretFile extends dynamic.Resource {
  constructor(name: string, args: SecretFileArgs, options?: CustomResourceOptions) {
    super(provider, name, { ...args }, { ...options, additionalSecretOutputs: ["content"] });
  }
}
