import { useId } from 'react';
import { type Language, languageLabels, languages } from '../../content/contract.ts';
import { chooseLanguage, useLanguage } from '../preferences/preferences.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { CodeBar, CodePanel } from './code-block.tsx';
import type { Grammar } from './highlight.ts';

/** All languages are in the markup. CSS shows the one that `<html>` names, from the first paint on. */
export function LanguageCode({ title, texts }: { title: string; texts: Partial<Record<Language, string>> }) {
  const base = useId();
  const available = languages.filter((language) => texts[language] !== undefined);
  const selected = languageToShow(useLanguage(), available);
  const fallback = languageToShow(undefined, available);
  if (!selected) return null;

  return (
    <figure className="code" aria-label={title} data-has={available.join(' ')}>
      <CodeBar title={title} text={texts[selected] ?? ''} fileName={fileNames[selected]}>
        <TabList
          label={`Language of ${title}`}
          tabs={available.map((key) => ({ key, label: languageLabels[key] }))}
          selected={selected}
          onSelect={chooseLanguage}
          base={base}
        />
      </CodeBar>
      {fallback &&
        languages
          .filter((language) => !available.includes(language))
          .map((language) => (
            <div key={language} className="code-missing" data-missing={language}>
              No {languageLabels[language]} sample here: this is {languageLabels[fallback]}.
            </div>
          ))}
      {available.map((language) => (
        <TabPanel
          key={language}
          base={base}
          of={language}
          className="code-language"
          data-panel={language}
          data-fallback={language === fallback || undefined}
        >
          <p className="code-language-name">{languageLabels[language]}</p>
          <CodePanel text={texts[language] ?? ''} grammar={grammars[language]} />
        </TabPanel>
      ))}
    </figure>
  );
}

export function languageToShow(
  requested: Language | undefined,
  available: readonly Language[],
): Language | undefined {
  return requested && available.includes(requested) ? requested : available[0];
}

const fileNames: Record<Language, string> = {
  curl: 'sample.sh',
  python: 'sample.py',
  // The class in the sample has this name.
  java: 'Main.java',
  ruby: 'sample.rb',
  netcdf: 'sample.sh',
};

const grammars: Record<Language, Grammar> = {
  curl: 'bash',
  python: 'python',
  java: 'java',
  ruby: 'ruby',
  // The sample is a shell command that also opens the file.
  netcdf: 'bash',
};
