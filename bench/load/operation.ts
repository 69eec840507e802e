/** What is compared of creating and listing keys and payment intents; the interface document has no list of intents. */
export const operations = ["list-keys", "create-key", "create-intent"] as const;
export type Operation = (typeof operations)[number];

/** How many requests are under way at a time. */
export const concurrencies = [1, 16, 64] as const;

/** Items a page, wherever the answer is not a fixed one. */
export const PAGE = 10;

/** Objects that a list has to choose from. */
export const LISTED = 1_000;
