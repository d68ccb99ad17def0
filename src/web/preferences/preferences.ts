import type { Language } from '../../content/contract.ts';
import { createStore, useStore } from '../ui/store.ts';
import { defaultLanguage, type Rail, storageKeys, type Theme } from './preference-names.ts';

type Preference = keyof typeof storageKeys;

/** The server renders with these. Before the first paint the head script sets the visitor's own on `<html>`. */
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
  withStorage((storage) => storage.setItem(storageKeys[name], value));
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
    if (!withStorage((storage) => storage.getItem(storageKeys.theme)))
      show('theme', event.matches ? 'dark' : 'light');
  });
}

/** Without storage a choice lasts as long as the page. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
