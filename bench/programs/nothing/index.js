const pulumi = require("@pulumi/pulumi");
// @ts-expect-error: written when a run knows what the real provider leaves in state
const template = require("provide-nothing/template.json");

class NothingKey extends pulumi.CustomResource {
  /** @param {string} name */
  constructor(name) {
    const outputs = Object.fromEntries(Object.keys(template.outputs).map((output) => [output, undefined]));
    const properties = { ...outputs, ...template.inputs, __provider: template.reference };
    super("pulumi-nodejs:dynamic/payments:NoKey", name, properties, { additionalSecretOutputs: ["value"] });
  }
}

for (let index = 0; index < Number(process.env.BENCH_KEYS); index++) {
  new NothingKey(`key-${String(index).padStart(4, "0")}`);
}
