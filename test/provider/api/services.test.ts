import { createServices } from "../../../provider/api/services";
import { settingsFor } from "./support";

test("a service is opened once for each way to talk to it", () => {
  const serviceFor = createServices({});
  const settings = settingsFor("http://127.0.0.1:1");
  const service = serviceFor(settings);
  expect(serviceFor({ ...settings })).toBe(service);
  for (const other of [{ apiKey: "sk_other" }, { baseUrl: "http://127.0.0.1:2" }, { readOnly: true }]) {
    expect(serviceFor({ ...settings, ...other })).not.toBe(service);
  }
});
