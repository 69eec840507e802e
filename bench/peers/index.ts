import { jsonServer } from "./json-server.js";
import type { Peer } from "./peer.js";
import { prism } from "./prism.js";
import { stripeMock } from "./stripe-mock.js";

/** Whom the sandbox is compared with. */
export const peers: readonly Peer[] = [stripeMock, jsonServer, prism];
