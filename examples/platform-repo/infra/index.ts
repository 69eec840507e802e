import { TeamAccess } from "@platform/team-access";
import { teams } from "./teams";

const access = Object.entries(teams).map(([team, args]) => [team, new TeamAccess(team, args)] as const);

export const keyIds = Object.fromEntries(access.map(([team, { keyId }]) => [team, keyId]));
export const keys = Object.fromEntries(access.map(([team, { key }]) => [team, key]));
