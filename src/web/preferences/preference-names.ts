import type { Language } from '../../content/contract.ts';

export const storageKeys = { theme: 'theme', language: 'code-language', rail: 'sidebar' } as const;

export const defaultLanguage: Language = 'curl';

export type Theme = 'light' | 'dark';

/** A pinned sidebar stays open where there is room for it. */
export type Rail = 'pinned' | 'free';
