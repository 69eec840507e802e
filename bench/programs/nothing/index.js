const pulumi = require("@pulumi/pulumi");

// As long as the reference of the package, letter for letter but for the module that it loads.
const load = 'require("provide-nothing/runtime").provider("ApiKey")';
const advice = "provide-nothing is not installed here: run npm install";
const reference = `exports.handler=()=>{try{return ${load}}catch(e){if(e.code=="MODULE_NOT_FOUND"){e.code=2;e.stack="";e.message=e.details="${advice}"}throw e}}`;

const OUTPUTS = ["name", "value", "createdAt", "updatedAt", "lastUsedObservedAt", "accountId", "serviceUrl", "__kept"];

class NothingKey extends pulumi.CustomResource {
  /** @param {string} name @param {object} args */
  constructor(name, args) {
    const outputs = Object.fromEntries(OUTPUTS.map((output) => [output, undefined]));
    const properties = { ...outputs, ...args, __provider: reference, __resource: { tag: "00000000" } };
    super("pulumi-nodejs:dynamic/payments:NoKey", name, properties, { additionalSecretOutputs: ["value"] });
  }
}

for (let index = 0; index < Number(process.env.BENCH_KEYS); index++) {
  new NothingKey(`key-${String(index).padStart(4, "0")}`, {
    type: "secret",
    scopes: ["accounts:read", "api_keys:read"],
  });
}
