import type { CodeExample, Language } from '../../content/contract.ts';
import { createStore, useStore } from '../ui/store.ts';

type Texts = Partial<Record<Language, string>>;

/** While a console form is open, its code replaces the samples of its section, by the section's file. */
const shown = createStore<ReadonlyMap<string, Texts>>(new Map());

export const showCode = (file: string, texts: Texts) => shown.set(new Map(shown.get()).set(file, texts));

export const showSamples = (file: string) =>
  shown.set(new Map([...shown.get()].filter(([other]) => other !== file)));

export function useShownExamples(file: string, samples: CodeExample[]): CodeExample[] {
  const texts = useStore(shown).get(file);
  return texts ? [{ title: 'The call of the form', languages: texts }] : samples;
}
