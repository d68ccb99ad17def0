import { z } from 'zod';
import { defineTool } from '../toolkit/tool.ts';

const hitsMax = 10;

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the documentation',
  path: undefined,
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe('Words to look for, such as "degree days csv".'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          title: z.string(),
          path: z.string().describe('Give this to read_docs_page to read on'),
          url: z.string().describe('The same for people'),
          excerpt: z.string(),
        }),
      )
      .describe('Best first'),
  }),
  answer({ query }, { site, search }) {
    const results = search(query)
      .slice(0, hitsMax)
      .map(({ title, context, href, excerpt }) => ({
        title: context ? `${title} (${context})` : title,
        path: href,
        url: site.url + href,
        excerpt,
      }));
    const text = results.map(({ title, path, excerpt }) => `${title}: ${path}\n${excerpt}`);
    return {
      text: text.length > 0 ? text.join('\n\n') : 'Nothing was found. Try fewer or other words.',
      data: { results },
    };
  },
});
