import type { CodeExample, CodeLanguage } from '../../content/contract.ts';
import { createStore, useStore } from '../ui/store.ts';

type Texts = Partial<Record<CodeLanguage, string>>;

/** While a console form is open, its code replaces the samples of its section, by the section's file. */
const formCode = createStore<ReadonlyMap<string, Texts>>(new Map());

export const showFormCode = (file: string, texts: Texts) =>
  formCode.set(new Map(formCode.get()).set(file, texts));

export const showSamples = (file: string) =>
  formCode.set(new Map([...formCode.get()].filter(([other]) => other !== file)));

export function useShownExamples(file: string, samples: CodeExample[]): CodeExample[] {
  const texts = useStore(formCode).get(file);
  return texts ? [{ title: 'Your call', languages: texts }] : samples;
}
