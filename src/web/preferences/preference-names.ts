import type { Language } from '../../content/contract.ts';

/** Under these names the browser remembers what its visitor chose. */
export const storageKeys = { theme: 'theme', language: 'code-language' } as const;

export const defaultLanguage: Language = 'curl';

export type Theme = 'light' | 'dark';
