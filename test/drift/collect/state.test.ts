import { encryptedArguments, nameInUrn, ourResources } from "../../../drift/collect/state";
import { held } from "../looks";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "AAAA" };

test("of an exported state only resources of ours are taken", () => {
  const resources = [
    { urn: "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev", type: "pulumi:pulumi:Stack" },
    { urn: "urn:pulumi:dev::p::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket" },
    { urn: "urn:ours", type: "pulumi-nodejs:dynamic/payments:ApiKey", id: "key_1", delete: true },
  ];
  expect(ourResources({ version: 3, deployment: { resources } })).toMatchObject([
    { urn: "urn:ours", id: "key_1", delete: true },
  ]);
  expect(ourResources({ version: 3, deployment: {} })).toEqual([]);
});

test("a state in another form is an error that says where, and never an empty stack", () => {
  expect(() => ourResources({ deployment: { resources: [{ id: 1 }] } })).toThrow("deployment.resources.0");
  expect(() => ourResources("<html>")).toThrow("not known here");
});

test("encrypted arguments are reported by their names, wherever the encryption stands", () => {
  const inputs = { name: secret, scopes: ["a:r"], rotation: { trigger: secret }, __provider: secret };
  expect([...encryptedArguments(held("ci", { inputs }))].sort()).toEqual(["name", "rotation"]);
});

test("a name may hold the separator of a urn", () => {
  expect(nameInUrn("urn:pulumi:dev::p::t::a::b")).toBe("a::b");
});
