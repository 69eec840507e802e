/** Where the project is published. */
export interface Repository {
  /** Its page, without a slash at the end. */
  url: string;
  owner: string;
  name: string;
}

/**
 * The one setting that says where the project is published: `repository` of package.json. Nothing where it is missing, or is not
 * on GitHub. Pure.
 */
export function repositoryOf({ repository }: { repository?: unknown }): Repository | undefined {
  const given =
    typeof repository === "object" && repository !== null ? (repository as { url?: unknown }).url : repository;
  const form = /^(?:git\+)?https:\/\/github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;
  const [, owner, name] = (typeof given === "string" && form.exec(given)) || [];
  if (owner === undefined || name === undefined) return undefined;
  return { url: `https://github.com/${owner}/${name}`, owner, name };
}
