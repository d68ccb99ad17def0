/** What a key press asks of the search; nothing while something is being written or another dialog is open. */
export function shortcutOf(event: KeyboardEvent): 'open' | 'close' | undefined {
  const isPalette =
    (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
  const isSlash = event.key === '/' && !event.metaKey && !event.ctrlKey && !event.altKey;
  if (!isPalette && !isSlash) return undefined;
  const dialog = document.querySelector('[role="dialog"], dialog[open]');
  if (dialog) return isPalette && dialog.querySelector('[data-search]') ? 'close' : undefined;
  return isSlash && isWriting(event.target) ? undefined : 'open';
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
