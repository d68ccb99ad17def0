import { fontsKey, fontsMeta } from './preference-names.ts';

/** Chromium's alone. */
type Line = { saveData: boolean } | undefined;

/** A page that came over a slow line shows the system's fonts; the next one finds ours in the cache. */
export function fetchFontsForLater(): void {
  const { connection } = navigator as Navigator & { connection?: Line };
  if (document.documentElement.dataset.fonts !== 'system' || connection?.saveData) return;
  requestIdleCallback(() => void fetchFonts());
}

async function fetchFonts(): Promise<void> {
  const names = document.querySelector<HTMLMetaElement>(`meta[name=${fontsMeta}]`)?.content;
  if (!names) return;
  try {
    const answers = await Promise.all(names.split(' ').map((address) => fetch(address, { priority: 'low' })));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    if (answers.every((answer) => answer.ok)) localStorage.setItem(fontsKey, names);
  } catch {
    // The next page tries again.
  }
}
