import { asOften } from "../nightly";
import { testHistories } from "./play-many";

/** HISTORIES=n plays any number of them. */
testHistories(["dynamic"], Number(process.env.HISTORIES ?? asOften(300, 10_000)));
