import { everyScope } from "../../../provider/api/contract/scope";
import { setLine } from "../../../provider/configuration/lines";
import { printable } from "../../printable";
import { judgeLook } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differsHandled, holds } from "../verdict";

export const credentialScopes: Probe = {
  name: "credential-scopes",
  row: "operation-scopes",
  title: "what the credential may do, and whether the list of keys needs the scope that is assumed",
  judge: (observations) =>
    judgeLook(observations, "list", ({ problem }) => {
      const { ownKey, connection } = observations;
      if (problem !== undefined) return cannotTell("the keys could not be listed: see credential");
      if (ownKey === undefined) {
        return cannotTell(
          `nothing shows which of the account's keys the credential is; say it: ${setLine("apiKeyId", connection.profile)}`,
        );
      }
      const scopes = ownKey.scopes.map(printable).join(", ");
      if (ownKey.scopes.includes(everyScope))
        return cannotTell(`it is ${ownKey.id}, which holds every scope (*): more than previews and updates need`);
      if (!ownKey.scopes.includes("api_keys:read"))
        return differsHandled(`it is ${ownKey.id} with ${scopes}, and lists keys without api_keys:read`);
      const writes = ownKey.scopes.includes("api_keys:write")
        ? "previews and updates work"
        : "previews work, updates need api_keys:write";
      return holds(`it is ${ownKey.id} with ${scopes}: ${writes}`);
    }),
};
