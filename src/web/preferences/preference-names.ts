import type { Language } from '../../content/contract.ts';

/** Under these names the browser remembers what its visitor chose. */
export const storageKeys = { theme: 'theme', language: 'code-language' } as const;

/** Says which of our fonts are in the browser's cache: another release may have others. */
export const fontsKey = 'fonts';

/** The element that names the fonts of a page. */
export const fontsMeta = 'fonts';

export const defaultLanguage: Language = 'curl';

export type Theme = 'light' | 'dark';
