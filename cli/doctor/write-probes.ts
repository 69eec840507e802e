import { apiKeySchema } from "../../provider/api/contract/api-key";
import { type HttpUpdateMethod, updateMethods } from "../../provider/api/update-method";
import { evaluateResponse, isSuccess, type Observations } from "./observations";
import type { Probe } from "./probe";
import { cannotTell, configLine, differs, differsHandled, holds, type ProbeResult } from "./verdict";

const updateMethod: Probe = {
  name: "update-method",
  row: "update-method",
  title: "which HTTP method updates a key",
  evaluate: (observations) => (observations.own === undefined ? byAllow(observations) : byTrying(observations)),
};

function byTrying({ own, updateMethod: setting }: Observations): ProbeResult {
  const updates = own?.updates ?? [];
  const works = updates.find(({ response }) => isSuccess(response));
  if (works !== undefined) return updateVerdict(setting, works.method, "tried on a key of its own");
  if (updates.length < updateMethods.length)
    return cannotTell(updates.at(-1)?.response.problem?.sentence ?? "no key could be made", "failed");
  const answers = updates
    .map(({ method, response }) => `${method} ${response.answer?.status ?? "no answer"}`)
    .join(", ");
  return differs(
    `none of the three updates a key (${answers})`,
    "give payments:apiKey a key with api_keys:write, or ask the operator of the service",
  );
}

/** A refused method's answer may list the ones that are taken (RFC 9110, Allow). */
function byAllow(observations: Observations): ProbeResult {
  return evaluateResponse(observations, "keyById", ({ answer }) => {
    const allowed = (answer.headers.allow ?? "").split(",").map((method) => method.trim().toUpperCase());
    const [only, ...others] = updateMethods.filter((method) => allowed.includes(method));
    if (only === undefined || others.length > 0)
      return cannotTell("no answer names it, and it is tried on a key of its own only: --write", "not asked");
    return updateVerdict(observations.updateMethod, only, "says the header Allow");
  });
}

/** What it means that updates are taken by one method, for a provider that is configured so. Pure. */
function updateVerdict(setting: Observations["updateMethod"], works: HttpUpdateMethod, how: string): ProbeResult {
  const seen = `updates are taken by ${works} (${how})`;
  const line = configLine("updateMethod", works);
  if (setting !== "auto" && setting !== works) return differs(`${seen}, and payments:updateMethod is ${setting}`, line);
  if (works === "PATCH") return holds(seen);
  const known =
    setting === works
      ? "nothing to do: payments:updateMethod says so"
      : `${line}   # spares the first update of a run its failed attempts`;
  return differsHandled(seen, known);
}

const creationStatus: Probe = {
  name: "creation-status",
  row: "creation-status",
  title: "what a creation answers, and that it shows the whole value",
  evaluate: (observations) =>
    evaluateResponse(observations, "created", ({ answer, body, problem }) => {
      const notCreated = observations.own?.notCreated;
      if (notCreated !== undefined)
        return differs(
          `a creation was answered with another key: ${notCreated}`,
          "ask the operator of the service: the provider refuses such an answer as ambiguous",
        );
      if (problem !== undefined) return cannotTell(problem.sentence, "failed");
      const key = apiKeySchema.safeParse(body);
      if (!key.success || key.data.value === undefined)
        return differs(
          `${answer.status}, without a key and its value`,
          "ask the operator of the service: the provider cannot capture a value here",
        );
      return answer.status === 201
        ? holds("201 with the key and its value")
        : differsHandled(`${answer.status} with the key and its value`);
    }),
};

const newKeys: Probe = {
  name: "new-keys",
  row: "payments:newKeyGraceMs",
  title: "whether a list shows a new key at once",
  evaluate: (observations) =>
    evaluateResponse(observations, "created", ({ problem }) => {
      const { own, newKeyGraceMs } = observations;
      if (problem !== undefined || own?.lookedForMs === undefined)
        return cannotTell("no key was made, or no list could be read", "failed");
      const { listedAfterMs, lookedForMs } = own;
      if (listedAfterMs === undefined) {
        const enough = Math.ceil((lookedForMs * 3) / 1_000) * 1_000;
        return differs(`not within ${Math.round(lookedForMs / 1_000)} s`, configLine("newKeyGraceMs", String(enough)));
      }
      if (listedAfterMs === 0) return holds("the first list after its creation did");
      const seen = `after ${listedAfterMs} ms`;
      if (listedAfterMs * 2 <= newKeyGraceMs)
        return differsHandled(seen, `nothing to do: payments:newKeyGraceMs is ${newKeyGraceMs}`);
      return differs(seen, configLine("newKeyGraceMs", String(Math.ceil((listedAfterMs * 3) / 1_000) * 1_000)));
    }),
};

const publishableSet: Probe = {
  name: "publishable-set",
  row: "publishable-set",
  title: "whether a publishable key may list keys",
  evaluate: (observations) =>
    evaluateResponse(observations, "publishableCall", ({ problem, answer }) =>
      problem === undefined
        ? differs(
            "it may: everybody who sees a public page may read the names and scopes of all keys",
            "ask the operator of the service",
          )
        : holds(`it is refused with ${answer.status}`),
    ),
};

const deletion: Probe = {
  name: "deletion",
  title: "whether a deletion is answered with 204, and the key is gone",
  evaluate: (observations) =>
    evaluateResponse(observations, "deleted", ({ problem, answer }) => {
      const gone = observations.own?.goneAfterDelete;
      if (problem !== undefined) return cannotTell(problem.sentence, "failed");
      if (gone === undefined) return cannotTell("the list could not be read after it", "failed");
      if (!gone)
        return differs(
          "the list still shows a key that was deleted",
          "pulumi config set payments:newKeyGraceMs 30000   # lists lag here",
        );
      return answer.status === 204
        ? holds("204, and gone")
        : differsHandled(
            `${answer.status}, and gone`,
            "nothing to do: the provider responses again where it is not 204",
          );
    }),
};

/** What writes are like. All but the first need `--write`. In the order of a report. */
export const writeProbes: readonly Probe[] = [updateMethod, creationStatus, newKeys, publishableSet, deletion];
