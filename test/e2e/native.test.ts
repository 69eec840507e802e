import type { Run } from "./harness/process";
import { native, nativeJavascript } from "./harness/programs";
import { type Service, startService } from "./harness/service";
import type { Stack } from "./harness/stack";
import { connect, type Workbench, workbench } from "./harness/workbench";

let service: Service;
let bench: Workbench;
let stack: Stack;
beforeAll(async () => {
  [service, bench] = await Promise.all([startService(), workbench()]);
  const program = `
new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:read"] });
new ApiKey("web", { type: "publishable", name: "web shop" });
const shop = new ApiKey("shop", { type: "secret", name: "shop", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });
new WebhookEndpoint("orders", { endpointId: "${service.webhookEndpointId}", status: "active" });
new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 48 } });
exports.shop = shop.value;
`;
  stack = await bench.stack({ name: "native", files: native(program), yaml: nativeJavascript });
  await connect(stack, service);
});
afterAll(async () => {
  await service?.stop();
  if (process.env.KEEP) console.log(bench.folder); else bench?.remove();
});

const show = (what: string, run: Run) => console.log(what, run.exitCode, run.output);
test("try", async () => {
  show("preview", await stack.preview());
  show("up", await stack.up());
  console.log(JSON.stringify([...(await stack.state())], null, 1));
  show("preview", await stack.preview());
  const ids = await stack.ids();
  await service.admin.changeKey(ids.ci!, { name: "renamed", scopes: ["accounts:read", "accounts:write"] });
  await service.admin.changeKey(ids.web!, { name: "old shop" });
  await service.admin.changeKey(ids.shop!, { scopes: ["accounts:write", "apple_pay_domains:read"] });
  await service.admin.setEndpoint(service.webhookEndpointId, "inactive");
  show("drift", await stack.preview("--diff"));
  show("drift", await stack.preview());
  show("up", await stack.up());
  show("clean", await stack.preview());
  show("destroy", await stack.destroy());
});
