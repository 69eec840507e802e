import { ComponentResource, type ComponentResourceOptions, type Output } from "@pulumi/pulumi";
import { ApiKey, type Scope } from "pulumi-payments";

export interface TeamAccessArgs {
  /** The profile of `payments:profiles`: whose account the team works in. */
  profile: string;
  /** What the team's key may do; `*` is refused. */
  scopes: Scope[];
}

/** What a team gets of a payment account: one key of its own that can do no more than it needs. */
export class TeamAccess extends ComponentResource {
  readonly keyId: Output<string>;
  readonly key: Output<string>;

  constructor(team: string, { profile, scopes }: TeamAccessArgs, options?: ComponentResourceOptions) {
    super("platform:payments:TeamAccess", team, {}, options);
    if (scopes.includes("*")) throw new Error(`team ${team} asks for every scope; name those that it needs`);
    const apiKey = new ApiKey(`${team}-key`, { type: "secret", scopes, profile }, { parent: this });
    this.keyId = apiKey.id;
    this.key = apiKey.value;
    this.registerOutputs({ keyId: this.keyId, key: this.key });
  }
}
