/** Returns the element that a URL hash points to and makes it focusable. */
export function findPlace(hash: string): HTMLElement | null {
  const place = hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null;
  if (place && place.tabIndex < 0) place.setAttribute('tabindex', '-1');
  return place;
}

/** A hash from outside may not be valid percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
