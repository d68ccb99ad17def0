import type { Language } from '../../content/contract.ts';

/** Under these names the browser remembers what its visitor chose. */
export const storageKeys = { theme: 'theme', language: 'code-language', rail: 'sidebar' } as const;

export const defaultLanguage: Language = 'curl';

export type Theme = 'light' | 'dark';

/** Whether the sidebar stays open where there is room for it. */
export type Rail = 'pinned' | 'free';
