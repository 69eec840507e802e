#!/usr/bin/env node
const { definePack, rules } = require("pulumi-payments/policy");
const { shopNames } = require("./shop-names.js");

definePack({ name: "shop-policies", rules: [...rules, shopNames] });
