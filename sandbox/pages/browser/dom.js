/** What each row said when it was made. @type {WeakMap<Element, string>} */
const said = new WeakMap();

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Text goes in as text nodes only, so nothing that the service answers is ever read as markup.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | undefined | ((event: Event) => void)>} attributes a function is a listener: `onclick`
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return made;
}

/**
 * The element of the page with an id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return /** @type {Kind} */ (found);
}

/**
 * Brings a list to what it is to show. Rows that say the same as before are left alone, so that whoever reads, selects or has opened
 * one is not disturbed; a row that changed stays open and keeps the focus.
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => Node} make what goes into a row
 */
export function showRows(list, items, keyOf, make) {
  const before = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.key ?? "", row]));
  let place = list.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    const says = JSON.stringify(item);
    const old = /** @type {HTMLElement | undefined} */ (before.get(key));
    before.delete(key);
    if (old !== undefined && said.get(old) === says) {
      if (old === place) place = place.nextElementSibling;
      else list.insertBefore(old, place);
      continue;
    }
    const row = element("li", { "data-key": key }, make(item));
    said.set(row, says);
    list.insertBefore(row, old ?? place);
    if (old === undefined) continue;
    if (old === place) place = place.nextElementSibling;
    takeOver(old, row);
    old.remove();
  }
  for (const row of before.values()) row.remove();
}

/**
 * @param {Element} old
 * @param {Element} row
 */
function takeOver(old, row) {
  if (old.querySelector("details")?.open) row.querySelector("details")?.setAttribute("open", "");
  if (!old.contains(document.activeElement)) return;
  const order = [...old.querySelectorAll("summary, button")].indexOf(/** @type {Element} */ (document.activeElement));
  const heir = row.querySelectorAll("summary, button")[order];
  if (heir instanceof HTMLElement) heir.focus();
}
