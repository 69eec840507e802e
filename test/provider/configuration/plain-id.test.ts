import { plainIdSchema } from "../../../provider/configuration/plain-id";

test.each(["acct_123", "test-account-of-the-north", "live_0123456789abcdef", "key_1", "we_sk_12345", "7", "a b"])(
  "%s is an id",
  (id) => {
    expect(plainIdSchema.parse(id)).toBe(id);
  },
);

test.each(["sk_live_0123456789", "SK-0123456789", " pk_test_0123456789", "rk_0123", "whsec_0123456789"])(
  "%s was pasted by mistake, and is refused without being repeated",
  (value) => {
    const { error } = plainIdSchema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "contains what looks like an API key value, which is not shown here. Give the id or name instead",
    ]);
  },
);
