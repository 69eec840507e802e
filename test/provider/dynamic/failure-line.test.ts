import { failureFrom } from "../../../provider/dynamic/failure";
import { leaveOutFailureLines } from "../../../provider/dynamic/failure-line";
import { Refusal } from "../../../provider/lifecycle/refusal";

function opened() {
  const printed: unknown[][] = [];
  const output = { error: (...args: unknown[]) => void printed.push(args) };
  leaveOutFailureLines(output);
  return { output, printed };
}

test("the line that the SDK prints of a failure of ours is left out, and nothing else is", () => {
  const { output, printed } = opened();
  const failure = failureFrom("API key key_1", new Refusal("refused, because"));
  output.error(`${failure}: ${failure.stack}`);
  expect(printed).toEqual([]);
  const others = [[`${new Error("theirs")}: trace`], ["pulumi-payments: said"], [`${failure}`, "more"], [failure], []];
  for (const args of others) output.error(...args);
  expect(printed).toEqual(others);
});

test("it is left out too where two copies of the package have set that up", () => {
  const { output, printed } = opened();
  leaveOutFailureLines(output);
  const failure = failureFrom("ApiKey", new Refusal("no"));
  output.error(`${failure}: ${failure.stack}`);
  output.error("kept");
  expect(printed).toEqual([["kept"]]);
});
