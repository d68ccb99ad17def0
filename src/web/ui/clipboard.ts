const listeners = new Set<(text: string) => void>();

/** Calls the listener with every text that this page has copied; returns how to stop. */
export function onCopied(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True only when the browser says that the text is on the clipboard. Rejects when the text itself cannot be had. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const isCopied = await write(text);
  if (isCopied) for (const listener of listeners) listener(await text);
  return isCopied;
}

async function write(text: string | Promise<string>): Promise<boolean> {
  if (typeof text !== 'string') return copyPromised(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Safari allows a copy only while it handles the click: it must be given the promise, not the text that comes later. */
async function copyPromised(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
    blob.catch(() => {}); // The second try below reports it.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return write(await text);
  }
}

/** Pages served without https have no clipboard interface. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  const focused = document.activeElement;
  // Inside an open dialog nothing outside of it can be selected.
  const host = focused?.closest('dialog, [role="dialog"]') ?? document.body;
  host.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
