import { PaymentServiceError } from "../../../provider/api/errors";
import { createUpdateMethodFinder, type HttpUpdateMethod } from "../../../provider/api/update-method";

const refused = (status: number) =>
  new PaymentServiceError({
    code: "invalid-request",
    attempt: { does: "update it", operation: "PATCH /x", serviceUrl: "https://x.example", accountId: "acct_1" },
    status,
    reason: "no",
    advice: "Stop.",
  });

/** A service that takes one method and answers the others with a status. */
function service(takes: HttpUpdateMethod, otherwise: number) {
  const tried: HttpUpdateMethod[] = [];
  return {
    tried,
    attempt: async (method: HttpUpdateMethod) => {
      tried.push(method);
      if (method !== takes) throw refused(otherwise);
      return method;
    },
  };
}
const listed = async (): Promise<void> => undefined;
const never = async (): Promise<void> => {
  throw new Error("nobody should ask");
};

describe("finding the method of updates", () => {
  test.each([405, 501])("after %i the next one is tried: PATCH, PUT, POST", async (status) => {
    const { tried, attempt } = service("POST", status);
    expect(await createUpdateMethodFinder("auto").send(attempt, never)).toBe("POST");
    expect(tried).toEqual(["PATCH", "PUT", "POST"]);
  });

  test("what worked once is tried first from then on, and the others if it works no more", async () => {
    const finder = createUpdateMethodFinder("auto");
    await finder.send(service("PUT", 405).attempt, never);
    const second = service("PUT", 405);
    await finder.send(second.attempt, never);
    expect(second.tried).toEqual(["PUT"]);
    const moved = service("PATCH", 405);
    await finder.send(moved.attempt, never);
    expect(moved.tried).toEqual(["PUT", "PATCH"]);
  });

  test("after 404 the next one is tried only if the key is still listed, which is asked once", async () => {
    let asked = 0;
    const { tried, attempt } = service("POST", 404);
    await createUpdateMethodFinder("auto").send(attempt, async () => {
      asked += 1;
    });
    expect({ tried, asked }).toEqual({ tried: ["PATCH", "PUT", "POST"], asked: 1 });
    const gone = service("POST", 404);
    const unlisted = async (): Promise<void> => {
      throw new Error("not in the list");
    };
    await expect(createUpdateMethodFinder("auto").send(gone.attempt, unlisted)).rejects.toThrow("not in the list");
    expect(gone.tried).toEqual(["PATCH"]);
  });

  test.each([400, 401, 403, 409, 429, 500])("%i is no word about the method", async (status) => {
    const { tried, attempt } = service("PUT", status);
    await expect(createUpdateMethodFinder("auto").send(attempt, listed)).rejects.toMatchObject({ details: { status } });
    expect(tried).toEqual(["PATCH"]);
  });

  test("a method that is set is the only one", async () => {
    const { tried, attempt } = service("PATCH", 405);
    await expect(createUpdateMethodFinder("PUT").send(attempt, listed)).rejects.toMatchObject({
      details: { status: 405 },
    });
    expect(tried).toEqual(["PUT"]);
  });

  test("where none works the last refusal is what is thrown", async () => {
    const { attempt } = service("PATCH", 405);
    const none = (method: HttpUpdateMethod) => (method === "PATCH" ? Promise.reject(refused(405)) : attempt(method));
    await expect(createUpdateMethodFinder("auto").send(none, listed)).rejects.toMatchObject({
      details: { status: 405 },
    });
  });
});
