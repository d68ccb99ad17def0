export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Every digit of it: a number would lose the last ones. */
export function nextSinceIn(text: string): string | undefined {
  if (!/"has_next_page"\s*:\s*true/.test(text)) return undefined;
  return /"next_since"\s*:\s*(\d+)/.exec(text)?.[1];
}
