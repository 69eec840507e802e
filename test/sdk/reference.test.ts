import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dynamicReference } from "../../provider/native/plugin";
import { resourceClassNames } from "../../provider/text/class-names";
import { referenceTo, typeToken } from "../../sdk/reference";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reference-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Evaluates the reference as the dynamic-provider process does: a module made of a string, looked up from its folder. */
function evaluate(reference: string): { loaded?: string; code?: unknown; details?: string; row?: string } {
  const program = `
    const requireFromString = require(${JSON.stringify(require.resolve("require-from-string"))});
    try {
      console.log(JSON.stringify({ loaded: requireFromString(${JSON.stringify(reference)}).handler().name }));
    } catch (e) {
      console.log(JSON.stringify({ code: e.code, details: e.details, row: e + ": " + e.stack }));
    }`;
  const main = join(folder, "main.js");
  writeFileSync(main, program);
  const { stdout, stderr } = spawnSync(process.execPath, [main], { cwd: folder, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout);
}

function install(runtime: string): void {
  const root = join(folder, "node_modules", "pulumi-payments");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"pulumi-payments","exports":{"./runtime":"./runtime.js"}}');
  writeFileSync(join(root, "runtime.js"), runtime);
}

test.each(resourceClassNames)(
  "the reference to %s loads the provider of its class from the installed package",
  (className) => {
    install("exports.provider = (name) => ({ name })");
    expect(evaluate(referenceTo(className))).toEqual({ loaded: className });
  },
);

test.each(resourceClassNames)(
  "the reference to %s that the provider plugin writes loads the same provider",
  (className) => {
    install(`exports.${className} = () => ({ name: "${className}" })`);
    expect(evaluate(dynamicReference(className))).toEqual({ loaded: className });
  },
);

test("where the package is missing it is one line that says to install it, without a trace", () => {
  const { code, details, row } = evaluate(referenceTo("ApiKey"));
  expect(code).toBe(2);
  expect(details).toBe("pulumi-payments is not installed here: run npm install");
  expect(row).toBe("Error: pulumi-payments is not installed here: run npm install: ");
});

test("where a part of an installation is missing it says to install too", () => {
  install('require("a-dependency-that-is-not-there")');
  expect(evaluate(referenceTo("ApiKey")).details).toContain("npm install");
});

test("another failure of the package is not hidden", () => {
  install('throw new TypeError("a defect")');
  const { details, row } = evaluate(referenceTo("ApiKey"));
  expect(details).toBeUndefined();
  expect(row).toContain("TypeError: a defect");
});

// These stand in users' state: a change here is a change that no release can take back.
test("the references and tokens are frozen", () => {
  expect(resourceClassNames.map(typeToken)).toEqual([
    "pulumi-nodejs:dynamic/payments:ApiKey",
    "pulumi-nodejs:dynamic/payments:RotatingApiKey",
    "pulumi-nodejs:dynamic/payments:WebhookEndpoint",
    "pulumi-nodejs:dynamic/payments:ApplePayDomainScopes",
  ]);
  expect(referenceTo("ApiKey")).toBe(
    'exports.handler=()=>{try{return require("pulumi-payments/runtime").provider("ApiKey")}catch(e){if(e.code=="MODULE_NOT_FOUND"){e.code=2;e.stack="";e.message=e.details="pulumi-payments is not installed here: run npm install"}throw e}}',
  );
  expect(dynamicReference("ApiKey")).toBe("this.handler=require('pulumi-payments/runtime').ApiKey");
});
