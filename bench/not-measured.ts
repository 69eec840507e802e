/** There is no number here, and this is why, such as a tool that the machine has not: a line of the report, no failure. */
export class NotMeasured extends Error {
  override readonly name = "NotMeasured";
}
