import { generatedName } from "../../../../provider/lifecycle/generated-name";
import { RunRegistry } from "../../../../provider/lifecycle/run-registry";
import { leftOver } from "../../../../provider/resources/api-key/orphans";

const account = { serviceUrl: "https://payments.example.com", accountId: "acct_1" };
const urn = "urn:pulumi:test::project::pulumi-nodejs:dynamic/payments:ApiKey::ci";
const tag = "0123abcd";
const ours = { id: "key_1", name: generatedName(urn, tag, "abcdefgh") };

test("a key whose whole name was made for this resource and that state is not seen to hold is left over, and no other", () => {
  const registry = new RunRegistry();
  const others = [
    { id: "key_2", name: generatedName(urn, "ffffffff", "abcdefgh") },
    { id: "key_3", name: "ci" },
    { id: "key_4", name: `ci-${tag}` },
    { id: "key_5", name: `svc-${ours.name}` },
    { id: "key_6", name: `Copy of ${ours.name}` },
    { id: "key_7", name: `${ours.name}-copy` },
  ];
  expect(leftOver([ours, ...others], [`ci-${tag}`], { account, registry })).toEqual([ours]);
  registry.record({ account, className: "ApiKey", id: "key_1" }, urn);
  expect(leftOver([ours, ...others], [`ci-${tag}`], { account, registry })).toEqual([]);
});

test("each key of one name is left over, also of names under which the resource was known before, and each is told once", () => {
  const registry = new RunRegistry();
  const twin = { ...ours, id: "key_2" };
  const former = { id: "key_3", name: `old-${tag}-abcdefgh` };
  const keys = [ours, twin, former];
  const prefixes = [`ci-${tag}`, `old-${tag}`, `ci-${tag}`];
  expect(leftOver(keys, prefixes, { account, registry })).toEqual([ours, twin, former]);
  expect(leftOver(keys, [`old-${tag}`], { account, registry })).toEqual([former]);
});
