import { z } from "zod";
import { visibleIn } from "../../../provider/api/visible-value";
import { judgeLook, pageOf } from "../observations";
import type { Probe } from "../probe";
import { cannotTell, differs, differsHandled, holds } from "../verdict";

const secretKey = z.object({ type: z.literal("secret"), value: z.unknown().optional() });

export const redaction: Probe = {
  name: "redaction",
  row: "redaction",
  title: "what lists show of the value of a secret key",
  judge: (observations) =>
    judgeLook(observations, "list", (look) => {
      const values = (pageOf(look)?.items ?? []).flatMap((item) => {
        const parsed = secretKey.safeParse(item);
        return parsed.success ? [parsed.data.value] : [];
      });
      const forms = new Set(observations.own?.showsWholeValue ? ["whole" as const] : values.map(formOf));
      if (forms.size === 0) return cannotTell("the account shows no secret key");
      if (forms.has("whole")) {
        const still =
          "the operator of the service has to know: whoever may list keys may use them. The provider keeps no value that a list shows";
        return differs("the whole value, as it seems", still);
      }
      if (forms.size === 1 && forms.has("masked")) return holds("a mask");
      const sandbox = [...forms].map((form) => sandboxFlags[form]).filter((flag) => flag !== undefined);
      const alike =
        sandbox.length === 1
          ? `. 'npx pulumi-payments-sandbox --redaction ${sandbox[0]}' makes the local service alike`
          : "";
      return differsHandled(
        [...forms].map((form) => said[form]).join(", or "),
        `nothing to do: the provider takes any form${alike}`,
      );
    }),
};

type Form = "masked" | "last4" | "null" | "omitted" | "whole";
const said: Record<Form, string> = {
  masked: "a mask",
  last4: "a mask with a part of the value",
  null: "null",
  omitted: "no value at all",
  whole: "the whole value",
};
const sandboxFlags: Partial<Record<Form, string>> = { last4: "last4", null: "null", omitted: "omit" };

/** Never shown, only named. */
function formOf(value: unknown): Form {
  if (value === undefined) return "omitted";
  if (typeof value !== "string" || value === "") return "null";
  const visible = visibleIn(value);
  if (visible === undefined) return value.length < 16 ? "last4" : "whole";
  return visible.tail === "" ? "masked" : "last4";
}
