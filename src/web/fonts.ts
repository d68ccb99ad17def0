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
  const addresses =
    document.querySelector<HTMLMetaElement>(`meta[name=${fontsMeta}]`)?.content.split(' ') ?? [];
  try {
    const answers = await Promise.all(addresses.map((address) => fetch(address, { priority: 'low' })));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    if (answers.every((answer) => answer.ok)) localStorage.setItem(fontsKey, 'kept');
  } catch {
    // The next page tries again.
  }
}
