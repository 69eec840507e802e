import { repositoryOf } from "../../../provider/text/repository";

const ada = { url: "https://github.com/ada/shop.js", owner: "ada", name: "shop.js" };

test.each([
  "https://github.com/ada/shop.js",
  "https://github.com/ada/shop.js/",
  "git+https://github.com/ada/shop.js.git",
])("%s names the owner and the repository, as a text and as npm writes it", (url) => {
  expect(repositoryOf({ repository: url })).toEqual(ada);
  expect(repositoryOf({ repository: { type: "git", url } })).toEqual(ada);
});

test.each([
  undefined,
  null,
  "",
  7,
  {},
  { url: 7 },
  "ada/shop",
  "https://example.com/ada/shop",
  "https://github.com/ada",
])("%j names none", (repository) => {
  expect(repositoryOf({ repository })).toBeUndefined();
});
