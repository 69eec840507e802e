import { holdsKeyValue } from "../../../provider/text/key-value";

test.each(["sk_live_12345678", "names sk-abcdef, and more", "whsec_1234", "RK_ABCD", "live_abcdefghijkl"])(
  "%s holds what looks like the value of a key",
  (text) => {
    expect(holdsKeyValue(text)).toBe(true);
  },
);

test.each(["billing", "key_0123456789abcdef0123", "task_force", "sk_1", "live_data", ""])("%s does not", (text) => {
  expect(holdsKeyValue(text)).toBe(false);
});
