const { ApiKey } = require("pulumi-payments/native");

for (let index = 0; index < Number(process.env.BENCH_KEYS); index++) {
  new ApiKey(`key-${String(index).padStart(4, "0")}`, { type: "secret", scopes: ["accounts:read", "api_keys:read"] });
}
