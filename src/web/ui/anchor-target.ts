import { decodeIfValid } from '../../urls.ts';

/** Returns the element that a URL hash points to and makes it focusable. */
export function findAnchorTarget(hash: string): HTMLElement | null {
  const target = hash.length > 1 ? document.getElementById(decodeIfValid(hash.slice(1))) : null;
  if (target && target.tabIndex < 0) target.setAttribute('tabindex', '-1');
  return target;
}

/**
 * Scrolls to the part of the page that the query of the address is about; false if there is none. The element names the
 * parameter in `data-linked-by`.
 */
export function showLinkedPart(): boolean {
  const part = document.querySelector<HTMLElement>('[data-linked-by]');
  if (!part || !new URLSearchParams(location.search).has(part.dataset.linkedBy ?? '')) return false;
  part.scrollIntoView({ block: 'start', behavior: 'instant' });
  return true;
}
