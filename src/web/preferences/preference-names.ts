import type { Language } from '../../content/contract.ts';

export const storageKeys = {
  theme: 'theme',
  language: 'code-language',
  rail: 'sidebar',
  wind: 'wind',
} as const;

export const defaultLanguage: Language = 'curl';
