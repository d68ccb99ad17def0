import { z } from 'zod';
import { allColours, type ColourName, findUnreadable } from './colours.ts';
import { strictObject } from './yaml/read-yaml.ts';

/** These fields differ between providers. */

const line = z.string().trim().min(1);

const provider = strictObject({
  name: line,
  main_site: z.url(),
  data_team: z.email(),
  /** The end of the sentence `An API documentation platform for WindBorne: …`. */
  offers: line,
});

const hexColour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like #0b6bc2');
const colour = strictObject({ light: hexColour, dark: hexColour });

const colours = strictObject({
  accent: colour,
  accent_strong: colour.optional(),
  accent_soft: colour.optional(),
  accent_solid: colour.optional(),
  accent_solid_hover: colour.optional(),
  on_accent: colour.optional(),
} satisfies Record<ColourName, unknown>).superRefine((given, context) => {
  const unreadable = findUnreadable(allColours(given));
  if (!unreadable) return;
  const { name, theme, words } = unreadable;
  context.addIssue({ code: 'custom', path: [given[name] ? name : 'accent', theme], message: words });
});

const picture = line.regex(/^[a-z0-9-]+\.svg$/, 'must be a file name like mark.svg');
const look = strictObject({ mark: picture, icon: picture, colours });

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://api.example.com/v1' })
  .refine((url) => !/\/$|[?#]/.test(url), 'must end with its last letter, without a slash or a query');
const api = strictObject({ title: line, base_label: line, url: webAddress.optional() });
const apis = strictObject({ forecasts: api, data: api.optional() });

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a name like WB_API_KEY');
const role = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'must be a word like free_user');
const perHour = z.int().min(1).max(1_000_000_000);
const prefix = z.string().regex(/^[a-z][a-z0-9]{0,7}$/, 'must be 1 to 8 small letters or digits, like wb');
const keys = strictObject({
  prefixes: z.tuple([prefix], prefix),
  environment: strictObject({ client_id: variable, api_key: variable }),
  free_paths: z
    .array(z.string().regex(/^(\/[\w.~-]+)+$/, 'must be a path like /points, with nothing to fill in'))
    .min(1),
  free_words: line,
  roles: strictObject({ free: role, all_access: role }),
  requests_per_hour: strictObject({ key: perHour, person: perHour }),
});

const landing = strictObject({ purpose: line, first_call: line });

const providerShape = {
  provider,
  look,
  apis,
  keys,
  /** Meanings of the badges next to parameters that only some models have. */
  models: z.record(line, line).optional(),
  sandbox: z.enum(['weather', 'none']),
  landing,
};

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

const file = line.regex(/^[a-z0-9-]+\.yaml$/, 'must be a file name like points.yaml');
/** The section is shown only if the condition is true for this portal. */
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
        const message = `${path} is already the path of "${first}"`;
        context.addIssue({ code: 'custom', path: field, message });
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
