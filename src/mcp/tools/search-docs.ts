import { z } from 'zod';
import { type Language, languageLabels, languages } from '../../content/languages.ts';
import type { SearchHit } from '../../content/search.ts';
import { findCode } from '../toolkit/docs-sections.ts';
import { defineTool } from '../toolkit/tool.ts';

const maxHits = 5;

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the documentation',
  path: undefined,
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Search words, such as "degree days csv", or with a language: "observations ruby".'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          title: z.string(),
          path: z.string().describe('Pass this to read_docs_page'),
          url: z.string().describe('The same for people'),
          excerpt: z.string(),
          languages: z
            .array(z.enum(languages))
            .describe('Languages of its code: pass one to read_docs_page as language'),
        }),
      )
      .describe('Best first'),
  }),
  answer({ query }, { site, search }) {
    const { words, language } = splitLanguage(query);
    const hasLanguage = ({ href }: SearchHit) =>
      !language || findCode(site, href).languages.includes(language);
    const ranked = Map.groupBy(removeDuplicates(search(words)), hasLanguage);
    const best = [...(ranked.get(true) ?? []), ...(ranked.get(false) ?? [])].slice(0, maxHits);
    const results = best.map(({ title, context, href, excerpt }) => {
      const code = findCode(site, href);
      const path = language ? code.path : href;
      const fullTitle = context ? `${title} (${context})` : title;
      return { title: fullTitle, path, url: site.url + path, excerpt, languages: code.languages };
    });
    const text = results.map(({ title, path, excerpt, languages }) => {
      const code = languages.length > 0 ? `\nCode: ${languages.join(', ')}` : '';
      return `${title}: ${path}\n${excerpt}${code}`;
    });
    return { text: text.join('\n\n') || 'No results. Try fewer or other words.', data: { results } };
  },
});

/** Code is not searched, so a language in the query chooses among the results for the other words. */
function splitLanguage(query: string): { words: string; language: Language | undefined } {
  const isName = (word: string, language: Language) =>
    [language, languageLabels[language].toLowerCase()].includes(word.toLowerCase());
  const all = query.split(/\s+/);
  const language = languages.find((each) => all.some((word) => isName(word, each)));
  const words = all.filter((word) => !language || !isName(word, language)).join(' ');
  return words === '' ? { words: query, language: undefined } : { words, language };
}

/** Endpoints may share a text, which is listed once. */
const removeDuplicates = (hits: SearchHit[]) =>
  [...Map.groupBy(hits, ({ title, excerpt }) => `${title} ${excerpt}`).values()].map(([first]) => first!);
