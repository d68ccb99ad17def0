import { type CodeLanguage, codeLanguages } from '../../content/contract.ts';
import { createStore, useStore } from '../ui/store.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

type Theme = 'light' | 'dark';

/** A pinned sidebar stays open where there is room for it. */
type Rail = 'pinned' | 'free';

/** The dashes along the wind lines of the landing page. */
type Wind = 'moving' | 'still';

/** The server renders the initial value. Before the first paint the head script sets the visitor's on `<html>`. */
function createPreference<Value extends string>(
  name: keyof typeof storageKeys,
  initial: Value,
  values: readonly Value[],
) {
  const store = createStore(initial);
  /** CSS uses the attribute, components use the store. Another version of the page may have stored other values. */
  const show = (text: string | null | undefined) => {
    const value = values.find((known) => known === text);
    if (value === undefined) return;
    const shown = document.documentElement.dataset;
    // Writing the same value again would restyle the page.
    if (shown[name] !== value) shown[name] = value;
    store.set(value);
  };
  return {
    store,
    show,
    choose(value: Value) {
      show(value);
      withStorage((storage) => storage.setItem(storageKeys[name], value));
    },
    /** Other tabs change preferences too. */
    follow() {
      show(document.documentElement.dataset[name]);
      addEventListener('storage', ({ key, newValue }) => key === storageKeys[name] && show(newValue));
    },
  };
}

const theme = createPreference<Theme>('theme', 'light', ['light', 'dark']);
const language = createPreference<CodeLanguage>('language', defaultLanguage, codeLanguages);
const rail = createPreference<Rail>('rail', 'free', ['pinned', 'free']);
const wind = createPreference<Wind>('wind', 'moving', ['moving', 'still']);

export const useTheme = () => useStore(theme.store);
export const useLanguage = () => useStore(language.store);
export const useRail = () => useStore(rail.store);
export const useWind = () => useStore(wind.store);
export const chooseTheme = theme.choose;
export const chooseLanguage = language.choose;
export const chooseRail = rail.choose;
export const chooseWind = wind.choose;

export function followPreferences(): void {
  for (const { follow } of [theme, language, rail, wind]) follow();
  // The system's theme may change while the visitor has chosen none here.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (!withStorage((storage) => storage.getItem(storageKeys.theme))) theme.show(matches ? 'dark' : 'light');
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
