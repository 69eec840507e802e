import { gist } from "../../../tools/demo/gist.js";

test("of an update stay its outputs, findings and counts", () => {
  const output = `Updating (demo):

@ updating....
 +  pulumi:pulumi:Stack quickstart-demo creating (0s)\u0020
    pulumi-nodejs:dynamic/payments:ApiKey checkout  warning: drift: scopes
 ~  pulumi-nodejs:dynamic/payments:ApiKey checkout updated (0.05s) warning: drift: scopes
 -  payments:index:ApiKey reports deleting (0s)
Diagnostics:
  pulumi-nodejs:dynamic/payments:ApiKey (checkout):
    warning: drift: scopes

Outputs:
    checkoutKey: [secret]

Resources:
    ~ 1 updated

Duration: 5s

`;
  expect(gist(output)).toBe(`Diagnostics:
  pulumi-nodejs:dynamic/payments:ApiKey (checkout):
    warning: drift: scopes
Outputs:
    checkoutKey: [secret]
Resources:
    ~ 1 updated`);
});

test("of a preview with --diff stay the differences", () => {
  const output = `  pulumi:pulumi:Stack: (same)
    [urn=urn:pulumi:demo::quickstart::pulumi:pulumi:Stack::quickstart-demo]
    ~ payments:index:ApiKey: (update)
        [id=key_1]
      ~ scopes: [
          - [0]: "accounts:delete"
        ]
`;
  expect(gist(output)).toBe(`  pulumi:pulumi:Stack: (same)
    ~ payments:index:ApiKey: (update)
      ~ scopes: [
          - [0]: "accounts:delete"
        ]`);
});

test("an error stays", () => {
  expect(gist("error: no changes were expected\n")).toBe("error: no changes were expected");
});
