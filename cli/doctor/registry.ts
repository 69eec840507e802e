import type { Probe } from "./probe";
import { accountKind } from "./probes/account-kind";
import { accountList } from "./probes/account-list";
import { address } from "./probes/address";
import { clockSkew } from "./probes/clock-skew";
import { creationStatus } from "./probes/creation-status";
import { credential } from "./probes/credential";
import { credentialScopes } from "./probes/credential-scopes";
import { defaultLimit } from "./probes/default-limit";
import { deletion } from "./probes/deletion";
import { endpointAccount } from "./probes/endpoint-account";
import { errorShape } from "./probes/error-shape";
import { eventList } from "./probes/event-list";
import { ignoredScopes } from "./probes/ignored-scopes";
import { inaccessibleAccount } from "./probes/inaccessible-account";
import { lastUsedScope } from "./probes/last-used-scope";
import { lastUsedShown } from "./probes/last-used-shown";
import { listOrder } from "./probes/list-order";
import { listStability } from "./probes/list-stability";
import { listWalk } from "./probes/list-walk";
import { nameLimits } from "./probes/name-limits";
import { newKeys } from "./probes/new-keys";
import { otherOperations } from "./probes/other-operations";
import { otherVersions } from "./probes/other-versions";
import { pageMax } from "./probes/page-max";
import { publishableSet } from "./probes/publishable-set";
import { rateLimits } from "./probes/rate-limits";
import { redaction } from "./probes/redaction";
import { scopeSyntax } from "./probes/scope-syntax";
import { scopeTable } from "./probes/scope-table";
import { scopesAreExact } from "./probes/scopes-are-exact";
import { strictParameters } from "./probes/strict-parameters";
import { tls } from "./probes/tls";
import { updateMethod } from "./probes/update-method";
import { webhookEndpointRead } from "./probes/webhook-endpoint-read";

/** Every probe, in the order of a report: what the rest depends on first, what takes `--write` last. */
export const probes: readonly Probe[] = [
  address,
  tls,
  clockSkew,
  credential,
  accountKind,
  credentialScopes,
  listWalk,
  listOrder,
  listStability,
  pageMax,
  defaultLimit,
  redaction,
  lastUsedShown,
  updateMethod,
  webhookEndpointRead,
  endpointAccount,
  errorShape,
  inaccessibleAccount,
  strictParameters,
  accountList,
  eventList,
  otherVersions,
  otherOperations,
  rateLimits,
  creationStatus,
  newKeys,
  scopeTable,
  scopesAreExact,
  lastUsedScope,
  scopeSyntax,
  nameLimits,
  ignoredScopes,
  publishableSet,
  deletion,
];
