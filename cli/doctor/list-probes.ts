import { z } from "zod";
import { readTime } from "../../provider/api/contract/time";
import { visibleIn } from "../../provider/api/visible-value";
import { evaluateResponse, keysOf, pageOf } from "./observations";
import type { Probe } from "./probe";
import { cannotTell, configLine, differs, differsHandled, holds } from "./verdict";

const listWalk: Probe = {
  name: "list-walk",
  row: "payments:absenceConfirmMs",
  title: "whether the whole list can be read consistently, page after page",
  evaluate: ({ allKeys, stopped }) => {
    if (allKeys === undefined) return cannotTell(stopped ?? "the list could not be asked for", "failed");
    if ("keys" in allKeys) return holds(`${allKeys.keys.length} keys, no sign that one was missed`);
    // A list that cannot be read is not the same as one that never settles.
    if (!/kept changing|no end within|one item at a time/.test(allKeys.problem))
      return cannotTell(allKeys.problem, "failed");
    return differs(
      allKeys.problem,
      `${configLine("absenceConfirmMs", "30000")}   # and run again when fewer keys come and go`,
    );
  },
};

const listOrder: Probe = {
  name: "list-order",
  title: "whether the list of keys is sorted with the most recently created first",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", (response) => {
      if (response.problem !== undefined) return cannotTell("the keys could not be listed: see credential");
      const times = keysOf(response).map(({ createdAt }) => readTime(createdAt));
      const known = times.filter((time) => !Number.isNaN(time));
      if (new Set(known).size < 2) return cannotTell("the account shows no two keys of different times");
      const sorted = known.every((time, index) => index === 0 || time <= known[index - 1]!);
      if (sorted) return holds(`${known.length} keys, newest first`);
      return differs(
        "an older key comes before a newer one: a key that is created while pages are read may be missed",
        "pulumi config set payments:absenceConfirmMs 30000   # the provider believes an absence only where two readings agree, so far apart",
      );
    }),
};

const listStability: Probe = {
  name: "list-stability",
  title: "whether one question is answered with the same keys in the same order, and offset counts from zero",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", (response) => {
      const { responses } = observations;
      const readings = [response, responses.listAgain, responses.listOnceMore];
      if (readings.some((each) => pageOf(each) === undefined))
        return cannotTell("the list could not be read three times", "failed");
      const ids = readings.map((each) => keysOf(each).map(({ id }) => id));
      const [first = []] = ids;
      const adapt = `${configLine("absenceConfirmMs", "30000")}   # absence is then believed only where readings so far apart agree`;
      if (ids.some((each) => [...each].sort().join("\n") !== [...first].sort().join("\n"))) {
        if (ids[1]!.join("\n") === ids[2]!.join("\n")) return cannotTell("keys came or went meanwhile; run it again");
        return differs("three readings, one after another, showed three sets of keys", adapt);
      }
      if (ids.some((each) => each.join("\n") !== first.join("\n")))
        return differs("the same keys come in another order each time", adapt);
      const totals = readings.map((each) => pageOf(each)?.total ?? undefined);
      if (new Set(totals).size > 1) return differs(`total was ${totals.join(", then ")} for the same keys`, adapt);
      const [fromSecond] = keysOf(responses.listFromSecond);
      if (first.length < 2) return cannotTell("the account has fewer than two keys, so order and offset show nothing");
      if (fromSecond === undefined) return cannotTell("the page at offset 1 could not be read", "failed");
      if (fromSecond.id !== first[1])
        return differs(
          "offset=1 does not begin with the second key",
          "ask the operator of the service; the provider refuses such lists as shifting",
        );
      return holds(
        `three readings agree on ${first.length} keys${totals[0] === undefined ? "; no total is given" : ""}`,
      );
    }),
};

const assumed = 100;

const pageMax: Probe = {
  name: "page-max",
  row: "page-max",
  title: "the maximum of limit, and that a larger one is replaced by it",
  evaluate: (observations) =>
    evaluateResponse(observations, "listMax", (response) => {
      const page = pageOf(response);
      if (response.answer.status === 400 || response.answer.status === 422)
        return differs(
          "a limit above the maximum is refused, not replaced as the document says",
          "ask the operator of the service; the provider asks for 100",
        );
      if (page === undefined) return cannotTell(response.problem?.sentence ?? "the answer is not a page", "failed");
      const { limit } = page;
      const seen = limit ?? (page.has_more ? page.items.length : undefined);
      if (seen === undefined || seen === null) return cannotTell("the answer tells no limit, and all keys fit into it");
      if (seen === assumed) return holds(`${seen}`);
      return differsHandled(
        `it is ${seen}`,
        `nothing to do: the provider goes by what is answered. 'npx pulumi-payments-sandbox --page-max ${seen}' makes the local service alike`,
      );
    }),
};

const secretKey = z.object({ type: z.literal("secret"), value: z.unknown().optional() });

const redaction: Probe = {
  name: "redaction",
  row: "redaction",
  title: "what lists show of the value of a secret key",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", (response) => {
      const values = (pageOf(response)?.items ?? []).flatMap((item) => {
        const parsed = secretKey.safeParse(item);
        return parsed.success ? [parsed.data.value] : [];
      });
      const forms = new Set(observations.own?.showsWholeValue ? ["whole" as const] : values.map(formOf));
      if (forms.size === 0) return cannotTell("the account shows no secret key");
      if (forms.has("whole")) {
        const advice =
          "the operator of the service has to know: whoever may list keys may use them. The provider keeps no value that a list shows";
        return differs("the whole value, as it seems", advice);
      }
      if (forms.size === 1 && forms.has("masked")) return holds("a mask");
      const sandbox = [...forms].map((form) => sandboxFlags[form]).filter((flag) => flag !== undefined);
      const alike =
        sandbox.length === 1
          ? `. 'npx pulumi-payments-sandbox --redaction ${sandbox[0]}' makes the local service alike`
          : "";
      return differsHandled(
        [...forms].map((form) => descriptions[form]).join(", or "),
        `nothing to do: the provider takes any form${alike}`,
      );
    }),
};

type Form = "masked" | "last4" | "null" | "omitted" | "whole";
const descriptions: Record<Form, string> = {
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

const lastUsedShown: Probe = {
  name: "last-used-shown",
  row: "last-used-shown",
  title: "whether lists show when a key was last used",
  evaluate: (observations) =>
    evaluateResponse(observations, "list", () => {
      const { allKeys, own, ownKey } = observations;
      if (allKeys === undefined || "problem" in allKeys)
        return cannotTell("the keys could not be listed: see list-walk", "failed");
      const shown = allKeys.keys.filter(({ lastUsed }) => lastUsed !== undefined).length;
      if (shown > 0) return holds(`of ${shown} of ${allKeys.keys.length} keys`);
      if (own?.afterCall?.lastUsed !== undefined) return holds("of a key of its own, once it was used");
      const protect =
        "give keys that must stay the option protect; the deletion guard lets keys pass of which no use is known, and says so";
      if (own?.afterCall !== undefined) return differs("a key that had just been used shows no use", protect);
      if (ownKey !== undefined)
        return differs(`the credential is in use, and its key ${ownKey.id} shows none`, protect);
      return cannotTell("no key of the account shows a use, and none is known to have been used");
    }),
};

/** What the list of keys is like. In the order of a report. */
export const listProbes: readonly Probe[] = [listWalk, listOrder, listStability, pageMax, redaction, lastUsedShown];
