import { z } from 'zod';
import type { SiteSummary } from './contract.ts';
import { conditionNames } from './only-where.ts';
import { providerShape } from './provider/schema.ts';
import { strictObject } from './yaml/strict-object.ts';

const line = z.string().trim().min(1);
const file = line.regex(/^[a-z0-9-]+\.yaml$/, 'must be a file name like points.yaml');
/** A section that is only true where an API is the sandbox's, or only where it is the provider's own. */
const only = z.enum(conditionNames).optional();

const sectionRef = z.union([
  strictObject({ endpoint: file, only }),
  strictObject({ guide: file, only }),
  strictObject({ mcp: file, only }),
]);

const page = strictObject({
  path: line.startsWith('/docs'),
  title: line,
  description: line,
  api: z.enum(['forecasts', 'data']).optional(),
  sections: z.array(sectionRef),
});

const synonym = strictObject({ words: z.array(line).min(1), leads_to: line.startsWith('/docs') });

const assistant = strictObject({
  name: line,
  url: z.url({ protocol: /^https$/ }).includes('{prompt}'),
});

export const siteSchema = strictObject({
  ...providerShape,
  library_hosts: strictObject({ forecasts: z.url(), data: z.url() }).optional(),
  assistants: z.array(assistant).optional(),
  navigation: z.array(strictObject({ title: line, icon: line, pages: z.array(page).min(1) })).min(1),
  footer: z.array(strictObject({ title: line, pages: z.array(page).min(1) })),
  synonyms: z.array(synonym),
}).superRefine(({ navigation, footer, apis, sandbox }, context) => {
  for (const [name, api] of Object.entries(apis))
    if (api?.url && sandbox !== 'none')
      context.addIssue({
        code: 'custom',
        path: ['apis', name, 'url'],
        message: `is only for \`sandbox: none\`: otherwise set ${name.toUpperCase()}_API_URL`,
      });
  const seen = new Map<string, string>();
  for (const [list, groups] of Object.entries({ navigation, footer })) {
    for (const [group, { pages }] of groups.entries()) {
      for (const [index, { path, title }] of pages.entries()) {
        const first = seen.get(path);
        seen.set(path, title);
        if (first === undefined) continue;
        const field = [list, group, 'pages', index, 'path'];
        context.addIssue({
          code: 'custom',
          path: field,
          message: `${path} is the path of "${first}" already`,
        });
      }
    }
  }
});

export type SiteFile = z.infer<typeof siteSchema>;

/** The compiler's proof that what the schema lets through is what the contract promises. */
type Fits<Parsed extends Promised, Promised> = Parsed;
export type Proof = [
  Fits<SiteFile['navigation'], SiteSummary['navigation']>,
  Fits<SiteFile['footer'], SiteSummary['footer']>,
];
