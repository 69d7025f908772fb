/** Browsers refuse addresses that change many times a second. */
const REST_MILLIS = 150;

/**
 * Acts on the address of the page that is open now, once nothing has changed for a moment; not at all if another page
 * is open by then, for the page that is left may still be there while the next one loads. Returns how to call it off.
 */
export function atRest(act: () => void): () => void {
  const { pathname } = window.location;
  const timer = setTimeout(() => {
    if (window.location.pathname === pathname) act();
  }, REST_MILLIS);
  return () => clearTimeout(timer);
}
