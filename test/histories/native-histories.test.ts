import { asOften } from "../nightly";
import { testHistories } from "./play-many";

/** HISTORIES=n plays any number of them. */
testHistories(["native", "another language"], Number(process.env.HISTORIES ?? asOften(60, 4_000)));
