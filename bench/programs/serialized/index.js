const { createHash } = require("node:crypto");
const pulumi = require("@pulumi/pulumi");

/**
 * The usual form of a dynamic provider: an object that the SDK serializes into the state of each resource. Its methods
 * do what ours do, because they hand on to the same module.
 * @type {pulumi.dynamic.ResourceProvider}
 */
const provider = {
  async configure(request) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").configure(request);
  },
  async check(olds, news) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").check(olds, news);
  },
  async diff(id, olds, news) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").diff(id, olds, news);
  },
  async create(inputs) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").create(inputs);
  },
  async read(id, properties) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").read(id, properties ?? {});
  },
  async update(id, olds, news) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").update(id, olds, news);
  },
  async delete(id, properties) {
    return (await import("pulumi-payments/runtime")).provider("ApiKey").delete(id, properties);
  },
};

const OUTPUTS = ["name", "value", "createdAt", "updatedAt", "lastUsed", "lastUsedObservedAt", "accountId", "profile"];

class SerializedKey extends pulumi.dynamic.Resource {
  /** @param {string} name @param {object} args */
  constructor(name, args) {
    const outputs = Object.fromEntries([...OUTPUTS, "serviceUrl", "environment"].map((output) => [output, undefined]));
    const properties = { ...outputs, ...args, __resource: resourceInput(name) };
    super(provider, name, properties, { additionalSecretOutputs: ["value"] }, "payments", "SerializedKey");
  }
}

/** @param {string} name */
async function resourceInput(name) {
  const type = "pulumi-nodejs:dynamic/payments:SerializedKey";
  /** @type {string} */
  const urn = await new Promise((resolve) => {
    pulumi.createUrn(name, type).apply(resolve);
  });
  return { urn, tag: createHash("sha256").update(urn).digest("hex").slice(0, 8) };
}

for (let index = 0; index < Number(process.env.BENCH_KEYS); index++) {
  new SerializedKey(`key-${String(index).padStart(4, "0")}`, {
    type: "secret",
    scopes: ["accounts:read", "api_keys:read"],
  });
}
