import { allowedAddresses, systemResolve } from "../../../sandbox/webhooks/resolve";

const target = new URL("http://hook.example/");

test("a name that pointed somewhere allowed and then somewhere forbidden is refused from then on: each attempt asks anew", async () => {
  const answers = [["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1", "169.254.169.254"], ["::ffff:169.254.169.254"]];
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return answers.shift()!;
  };
  const outcomes = [];
  while (answers.length > 0) outcomes.push(await allowedAddresses(target, "local", resolve));
  expect(outcomes).toEqual([["127.0.0.1"], [], [], []]);
  expect(asked).toEqual(Array(4).fill("hook.example"));
});

test("an address is not looked up", async () => {
  const resolve = () => Promise.reject(new Error("was asked"));
  expect(await allowedAddresses(new URL("http://2130706433/"), "local", resolve)).toEqual(["127.0.0.1"]);
  expect(await allowedAddresses(new URL("http://[::FFFF:7f00:1]/"), "local", resolve)).toEqual(["::ffff:7f00:1"]);
});

test("a name without addresses leads nowhere", async () => {
  expect(await allowedAddresses(target, "local", async () => [])).toEqual([]);
});

test("the system's resolver answers every address of a name", async () => {
  const addresses = await systemResolve("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(["127.0.0.1", "::1"]).toContain(address);
});
