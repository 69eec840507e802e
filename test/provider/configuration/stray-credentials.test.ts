import { strayCredentialNotes } from "../../../provider/configuration/stray-credentials";
import { complete, configurationOf, planted } from "./support";

const value = `${planted}_stray`;

test("a credential for a profile that is not declared is named with the one that may be meant, and not shown", () => {
  const notes = strayCredentialNotes({ PAYMENTS_PROFILE_EUROPA_API_KEY: value }, ["europe", "america"]);
  expect(notes).toEqual([
    'PAYMENTS_PROFILE_EUROPA_API_KEY is not used: payments:profiles has no profile of that name. Did you mean "PAYMENTS_PROFILE_EUROPE_API_KEY"?',
  ]);
});

test.each([
  [{ PAYMENTS_PROFILE_EU_WEST_API_KEY: value }, ["eu-west"]],
  [{ PAYMENTS_PROFILE_EU_API_KEY: "" }, []],
  [{ PAYMENTS_API_KEY: value, PAYMENTS_PROFILE: value }, []],
])("%j with the profiles %j is nothing to speak of", (environment, profiles) => {
  expect(strayCredentialNotes(environment as Record<string, string>, profiles)).toEqual([]);
});

test("the notes of a configuration hold it, and the configuration stands", () => {
  const { notes } = configurationOf(complete, { PAYMENTS_PROFILE_EU_API_KEY: value });
  expect(notes).toEqual([expect.stringContaining("PAYMENTS_PROFILE_EU_API_KEY is not used")]);
  expect(notes.join()).not.toContain(planted);
});
