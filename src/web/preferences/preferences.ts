import { useSyncExternalStore } from 'react';
import type { Language } from '../../content/contract.ts';
import { defaultLanguage, storageKeys, type Theme } from './preference-names.ts';

/** Theme and code language live as attributes of `<html>`, set before the first paint; CSS follows them. */
type Preference = keyof typeof storageKeys;

const listeners = new Set<() => void>();

export const useTheme = () => usePreference<Theme>('theme', 'light');
export const useLanguage = () => usePreference<Language>('language', defaultLanguage);
export const chooseTheme = (theme: Theme) => choose('theme', theme);
export const chooseLanguage = (language: Language) => choose('language', language);

function usePreference<Value extends string>(name: Preference, served: Value): Value {
  return useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset[name] as Value | undefined) ?? served,
    () => served,
  );
}

function choose(name: Preference, value: string): void {
  show(name, value);
  try {
    localStorage.setItem(storageKeys[name], value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function show(name: Preference, value: string): void {
  document.documentElement.dataset[name] = value;
  for (const listener of listeners) listener();
}

/** Other tabs choose too, and the system may change its theme while nobody has chosen one here. */
export function followPreferences(): void {
  addEventListener('storage', (event) => {
    for (const name of Object.keys(storageKeys) as Preference[]) {
      if (event.key === storageKeys[name] && event.newValue) show(name, event.newValue);
    }
  });
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
