import { type OptionsError, readOptions } from "../../sandbox/options";
import { start, stopAll } from "./harness";

afterEach(stopAll);

const problems = (options: object): unknown => {
  try {
    return readOptions(options);
  } catch (error) {
    return (error as OptionsError).problems;
  }
};

test.each([
  "two words",
  " leading",
  "trailing ",
  "tab\tbed-token",
  "line\nbroken",
  "schlüssel",
  "short",
  "x".repeat(201),
])("an admin token that no header could bring back, such as %j, is refused", (adminToken) => {
  expect(problems({ adminToken })).toEqual([
    {
      option: "adminToken",
      message: "must be 8 to 200 printable ASCII characters without spaces: it is sent in a header",
    },
  ]);
});

test.each(["12345678", "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~", "x".repeat(200)])(
  "an admin token that is taken, such as %s, opens the admin interface",
  async (adminToken) => {
    const sandbox = await start({ adminToken });
    expect((await sandbox.admin("GET", "/clock")).status).toBe(200);
  },
);

test.each(["x0", "x00", "x0.000", "x", "x-1", "x1e3", "X60", "x1234567", "fast", ""])("%j is no clock", (clock) => {
  expect(problems({ clock })).toEqual([{ option: "clock", message: "must be real, manual or xN, such as x60" }]);
});

test.each(["real", "manual", "x1", "x0.5", "x0.001", "x10", "x60", "x999999.999"])("%s is a clock", (clock) => {
  expect(problems({ clock })).toMatchObject({ clock });
});

test.each([
  ["tomorrow", "must be a timestamp with its offset, such as 2026-01-31T09:00:00Z"],
  ["2026-01-01", "must be a timestamp with its offset, such as 2026-01-31T09:00:00Z"],
  ["2026-01-01T00:00:00", "must be a timestamp with its offset, such as 2026-01-31T09:00:00Z"],
  ["3000-01-01T00:00:00Z", "must be in the years 1970 to 2999, UTC"],
])("a manual clock does not start at %s", (now, message) => {
  expect(problems({ clock: "manual", now })).toEqual([{ option: "now", message }]);
});
