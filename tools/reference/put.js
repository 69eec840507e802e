/**
 * A page with lines put in between the two markers of that name.
 * @param {string} page
 * @param {string} name
 * @param {readonly string[]} lines
 */
function put(page, name, lines) {
  const [begin, end] = [`<!-- ${name}: made by npm run generate -->`, `<!-- ${name}: end -->`];
  const [before, rest] = page.split(`${begin}\n`);
  const after = rest?.split(`${end}\n`)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no place for its ${name}`);
  return [before, `${begin}\n\n`, lines.join("\n"), `\n\n${end}\n`, after].join("");
}

module.exports = { put };
