import { isLoopback } from "../../../provider/api/service-url";
import type { Probe } from "../probe";
import { cannotTell, differs, holds } from "../verdict";

export const tls: Probe = {
  name: "tls",
  title: "whether the credential travels encrypted, to whom it is meant for",
  judge: ({ connection: { serviceUrl }, looks: { list } }) => {
    if (serviceUrl.startsWith("http:")) {
      if (isLoopback(serviceUrl)) return holds("none is needed: the address is on this machine");
      return differs(`${serviceUrl} sends the credential in clear`, "pulumi config set payments:baseUrl https://…");
    }
    const kind = list?.failure?.kind;
    if (kind === "certificates-unchecked")
      return differs(list!.problem!.sentence, "unset NODE_TLS_REJECT_UNAUTHORIZED");
    if (kind === "certificate" || kind === "tls") {
      const authority =
        "have the certificate mended; one of an authority of your own is trusted with NODE_EXTRA_CA_CERTS=<file>";
      return differs(list?.problem?.sentence ?? "the connection is not trusted", authority);
    }
    if (list?.answer === undefined) return cannotTell("no connection was made: see address", "failed");
    return holds("the certificate is trusted and is that of the address");
  },
};
