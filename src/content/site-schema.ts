import { z } from 'zod';
import { providerShape } from './provider/schema.ts';
import { strictObject } from './yaml/strict-object.ts';

/** Conditions under which a section or a passage is shown: who serves an API, and where. */
export const conditionNames = [
  'sandbox',
  'provider',
  'forecasts_sandbox',
  'forecasts_provider',
  'data_sandbox',
  'data_provider',
  'library_redirected',
  'forecasts_library_redirected',
  'data_library_redirected',
] as const;

const line = z.string().trim().min(1);
const file = line.regex(/^[a-z0-9-]+\.yaml$/, 'must be a file name like points.yaml');
/** A section that is only true where an API is the sandbox's, or only where it is the provider's own. */
const only = z.enum(conditionNames).optional();

const sectionRef = z.union([
  strictObject({ endpoint: file, only }),
  strictObject({ guide: file, only }),
  strictObject({ mcp: file, only }),
]);

/** The API has two hosts. */
const apiName = z.enum(['forecasts', 'data']);

const page = strictObject({
  path: line.startsWith('/docs'),
  title: line,
  description: line,
  /** The page is about this API only. */
  api: apiName.optional(),
  sections: z.array(sectionRef),
});

const synonym = strictObject({ words: z.array(line).min(1), leads_to: line.startsWith('/docs') });

const assistant = strictObject({
  name: line,
  url: z.url({ protocol: /^https$/ }).includes('{prompt}'),
});

const pageGroup = strictObject({ title: line, pages: z.array(page).min(1) });
const navigationGroup = strictObject({ ...pageGroup.shape, icon: line });

export const siteSchema = strictObject({
  ...providerShape,
  library_hosts: strictObject({ forecasts: z.url(), data: z.url() }).optional(),
  assistants: z.array(assistant).optional(),
  navigation: z.array(navigationGroup).min(1),
  footer: z.array(pageGroup),
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
export type ApiName = z.infer<typeof apiName>;
export type SectionRef = z.infer<typeof sectionRef>;
export type Page = z.infer<typeof page>;
export type PageGroup = z.infer<typeof pageGroup>;
export type NavigationGroup = z.infer<typeof navigationGroup>;
