const names = /^PAYMENTS_(?:PROFILE_.+_)?API_KEY$/;

/** Whether a variable holds a credential: the stack's, or that of a profile. Pure. */
export const isCredentialVariable = (name: string): boolean => names.test(name);

/** The credentials that an environment holds: the stack's, and those of profiles, known or not. Pure. */
export function credentialsInEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => (names.test(name) && value ? [value] : []));
}
