const { ApiKey } = require("pulumi-payments");

const page = new ApiKey("shop-page", { type: "publishable", name: "shop page", plainValue: true });
const server = new ApiKey("shop-server", { type: "secret", scopes: ["accounts:read"] });

exports.pageKey = page.value;
exports.serverKey = server.value;
