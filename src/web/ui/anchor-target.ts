/** The element that the end of an address leads to, ready to take the focus. */
export function findPlace(hash: string): HTMLElement | null {
  const place = hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null;
  if (place && place.tabIndex < 0) place.setAttribute('tabindex', '-1');
  return place;
}

/** Anyone can write a percent sign into an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
