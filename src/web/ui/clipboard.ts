const listeners = new Set<(text: string) => void>();

/** Calls the listener with every text that this page copies. Returns the function that unsubscribes. */
export function onCopied(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves to true only if the browser confirms the copy. Rejects if the text itself can't be loaded. */
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

/** Safari allows a copy only during the click, so it needs the promise now rather than the text later. */
async function copyPromised(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
    blob.catch(() => {}); // The fallback below reports the error.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return write(await text);
  }
}

/** Pages served without https have no clipboard API. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  const focused = document.activeElement;
  // While a dialog is open, only elements inside it can be selected.
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
