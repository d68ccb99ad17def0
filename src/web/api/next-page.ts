/** Where the next page of a list begins, if there is one. A string keeps all digits, which a number would lose. */
export function nextSinceIn(text: string): string | undefined {
  if (!/"has_next_page"\s*:\s*true/.test(text)) return undefined;
  return /"next_since"\s*:\s*(\d+)/.exec(text)?.[1];
}
