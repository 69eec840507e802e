// Its own command writes the whole file at each create and logs each request. This one keeps all in memory without the
// extras, its quickest form. By way of `module`, because the types of a peer are not installed where this is checked.
const { create, router } = module.require("json-server");

const app = create();
app.use("/v1", router({ "api-keys": [], "payment-intents": [] }));
app.listen(Number(process.argv[2]), "127.0.0.1");
