import { jsonServer } from "./json-server";
import type { Peer } from "./peer";
import { prism } from "./prism";
import { stripeMock } from "./stripe-mock";

/** Whom the sandbox is compared with. */
export const peers: readonly Peer[] = [stripeMock, jsonServer, prism];
