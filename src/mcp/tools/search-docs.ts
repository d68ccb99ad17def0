import { z } from 'zod';
import { type Language, languageLabels, languages } from '../../content/contract.ts';
import type { SearchHit } from '../../content/search.ts';
import { findCode } from '../toolkit/docs-sections.ts';
import { defineTool } from '../toolkit/tool.ts';

const hitsMax = 5;

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
      .describe('Words to look for, such as "degree days csv", or with a language: "observations ruby".'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          title: z.string(),
          path: z.string().describe('Give this to read_docs_page to read on'),
          url: z.string().describe('The same for people'),
          excerpt: z.string(),
          languages: z
            .array(z.enum(languages))
            .describe('With code in these: read_docs_page takes one of them as language'),
        }),
      )
      .describe('Best first'),
  }),
  answer({ query }, { site, search }) {
    const { words, language } = withoutLanguage(query);
    const isIn = ({ href }: SearchHit) => !language || findCode(site, href).languages.includes(language);
    const ranked = Map.groupBy(withoutTwins(search(words)), isIn);
    const best = [...(ranked.get(true) ?? []), ...(ranked.get(false) ?? [])].slice(0, hitsMax);
    const results = best.map(({ title, context, href, excerpt }) => {
      const code = findCode(site, href);
      const path = language ? code.path : href;
      const named = context ? `${title} (${context})` : title;
      return { title: named, path, url: site.url + path, excerpt, languages: code.languages };
    });
    const text = results.map(({ title, path, excerpt, languages }) => {
      const code = languages.length > 0 ? `\nCode: ${languages.join(', ')}` : '';
      return `${title}: ${path}\n${excerpt}${code}`;
    });
    return {
      text: text.length > 0 ? text.join('\n\n') : 'Nothing was found. Try fewer or other words.',
      data: { results },
    };
  },
});

/** The names of languages stand beside code, which is not searched: they choose among what the other words find. */
function withoutLanguage(query: string): { words: string; language: Language | undefined } {
  const isNamed = (word: string, language: Language) =>
    [language, languageLabels[language].toLowerCase()].includes(word.toLowerCase());
  const all = query.split(/\s+/);
  const language = languages.find((each) => all.some((word) => isNamed(word, each)));
  const words = all.filter((word) => !language || !isNamed(word, language)).join(' ');
  return words === '' ? { words: query, language: undefined } : { words, language };
}

/** The same said of two endpoints is found once. */
function withoutTwins(hits: SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ title, excerpt }) => {
    const said = `${title} ${excerpt}`;
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}
