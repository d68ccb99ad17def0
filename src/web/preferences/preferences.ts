import type { Language } from '../../content/contract.ts';
import { createStore, useStore } from '../ui/store.ts';
import { defaultLanguage, type Rail, storageKeys, type Theme } from './preference-names.ts';

type Preference = keyof typeof storageKeys;

/**
 * The server renders with these values. The head script sets the visitor's own on `<html>` before the first
 * paint.
 */
const stores = {
  theme: createStore<Theme>('light'),
  language: createStore<Language>(defaultLanguage),
  rail: createStore<Rail>('free'),
};

export const useTheme = () => useStore(stores.theme);
export const useLanguage = () => useStore(stores.language);
export const useRail = () => useStore(stores.rail);
export const chooseTheme = (theme: Theme) => choose('theme', theme);
export const chooseLanguage = (language: Language) => choose('language', language);
export const chooseRail = (rail: Rail) => choose('rail', rail);

function choose(name: Preference, value: string): void {
  show(name, value);
  try {
    localStorage.setItem(storageKeys[name], value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** CSS uses the attribute, components use the store. */
function show(name: Preference, value: string): void {
  document.documentElement.dataset[name] = value;
  stores[name].set(value as Theme & Language & Rail);
}

/** Other tabs change preferences too, and the system theme may change while none is chosen here. */
export function followPreferences(): void {
  for (const name of Object.keys(storageKeys) as Preference[]) {
    const chosen = document.documentElement.dataset[name];
    if (chosen) stores[name].set(chosen as Theme & Language & Rail);
    addEventListener('storage', (event) => {
      if (event.key === storageKeys[name] && event.newValue) show(name, event.newValue);
    });
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (!storedTheme()) show('theme', event.matches ? 'dark' : 'light');
  });
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(storageKeys.theme);
  } catch {
    return null;
  }
}
