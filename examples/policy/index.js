const { ApiKey } = require("pulumi-payments");

const reports = new ApiKey("reports", { type: "secret", name: "shop-reports", scopes: ["accounts:read"] });
// Exempt until the old till is gone: see policy.json.
const till = new ApiKey("old-till", { type: "secret", name: "till 7", scopes: ["accounts:read", "accounts:write"] });

exports.reportsKey = reports.value;
exports.tillKey = till.value;
