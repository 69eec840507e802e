const place = "sandbox-admin-token";

/**
 * The admin token: from the address's fragment, which is taken out of the address at once so that it stays in no history, else what
 * this tab was told before.
 * @returns {string | null}
 */
export function takeAdminToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given !== null) {
    sessionStorage.setItem(place, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(place);
}

/** @param {string} token */
export function keepAdminToken(token) {
  sessionStorage.setItem(place, token);
}

export function forgetAdminToken() {
  sessionStorage.removeItem(place);
}
