import { z } from 'zod';
import { pages as addresses } from '../urls.ts';
import { type ColourName, completeColours, listUnreadable } from './colours.ts';
import { navigationIcons } from './navigation-icons.ts';
import { didYouMean } from './yaml/mistakes.ts';
import { strictObject } from './yaml/read-yaml.ts';

/** These fields differ between providers. */

const line = z.string().trim().min(1, 'must not be empty').regex(/^.*$/, 'must be one line');
const website = z.url({ protocol: /^https?$/, error: 'must be an address like https://example.com' });

const provider = strictObject({
  name: line,
  main_site: website,
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
  // A derived colour is changed by changing the accent, which is reported once.
  const fields = new Map(
    listUnreadable(completeColours(given))
      .map(({ name, theme, words }) => ({ path: [given[name] ? name : 'accent', theme], message: words }))
      .toReversed()
      .map((each) => [each.path.join('.'), each]),
  );
  for (const each of fields.values()) context.addIssue({ code: 'custom', ...each });
});

export const svgName = /^[a-z0-9-]+\.svg$/;
const picture = line.regex(svgName, 'must be a file name like mark.svg');
const look = strictObject({ mark: picture, icon: picture, colours });

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://api.example.com/v1' })
  .refine((url) => !/\/$|[?#]/.test(url), 'must end with its last letter, without a slash or a query');
const api = strictObject({ title: line, base_label: line, url: webAddress.optional() });
const apis = strictObject({ forecasts: api, data: api.optional() });

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a name like ACME_API_KEY');
const role = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'must be a word like free_user');
const perHour = z.int().min(1).max(1_000_000_000);
const prefix = z.string().regex(/^[a-z][a-z0-9]{0,7}$/, 'must be 1 to 8 lowercase letters or digits');
const keys = strictObject({
  prefixes: z.tuple([prefix], prefix),
  environment: strictObject({ client_id: variable, api_key: variable }),
  free_paths: z
    .array(
      z
        .string()
        .regex(
          /^(\/([\w.~-]+|\{\w+\}))+$/,
          'must be a path like /points or /points/{id}, as in the file of its endpoint',
        ),
    )
    .min(1),
  free_words: line,
  roles: strictObject({ free: role, all_access: role }),
  requests_per_hour: strictObject({ key: perHour, person: perHour }),
}).superRefine(({ prefixes, environment, roles }, context) => {
  const complain = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [index, each] of prefixes.entries()) {
    if (prefixes.indexOf(each) < index) complain(['prefixes', index], `${each} is listed twice`);
    if (prefixes.includes(`${each}c`))
      complain(['prefixes', index], `secrets with ${each}c_ would look like client IDs of ${each}`);
  }
  if (environment.api_key === environment.client_id)
    complain(['environment', 'api_key'], "must not be the same variable as the client ID's");
  if (roles.all_access === roles.free)
    complain(['roles', 'all_access'], 'must not be the same role as that of free keys');
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
  'mcp_sign_in',
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

/** The portal's own pages, which are not documentation. */
const ownPages: string[] = [addresses.apiKeys, addresses.account];

const pagePath = line
  .regex(/^\/docs(\/[a-z0-9-]+)*$/, 'must be a path like /docs/tides, in lowercase')
  .refine((path) => !ownPages.includes(path), "is the path of one of the portal's own pages");

const page = strictObject({
  path: pagePath,
  title: line,
  description: line,
  /** The page is about this API only. */
  api: apiName.optional(),
  sections: z.array(sectionRef).min(1, 'must have at least one section'),
});

const synonym = strictObject({ words: z.array(line).min(1), leads_to: line.startsWith('/docs') });

const assistant = strictObject({
  name: line,
  url: z.url({ protocol: /^https$/ }).includes('{prompt}'),
});

const pageGroup = strictObject({ title: line, pages: z.array(page).min(1) });
const icon = line.refine((name) => navigationIcons.some((each) => each === name), {
  error({ input }) {
    const hint = didYouMean(String(input), navigationIcons) || `: there are ${navigationIcons.join(', ')}`;
    return `${input} is not an icon${hint}`;
  },
});
const navigationGroup = strictObject({ ...pageGroup.shape, icon });

export const siteSchema = strictObject({
  ...providerShape,
  library_hosts: strictObject({ forecasts: website, data: website }).optional(),
  assistants: z.array(assistant).optional(),
  navigation: z.array(navigationGroup).min(1),
  footer: z.array(pageGroup),
  synonyms: z.array(synonym),
}).superRefine((site, context) => {
  const { apis, sandbox } = site;
  const complain = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [name, api] of Object.entries(apis))
    if (api?.url && sandbox !== 'none')
      complain(
        ['apis', name, 'url'],
        `is only for \`sandbox: none\`: otherwise set ${name.toUpperCase()}_API_URL`,
      );
  const seen = new Map<string, string>();
  for (const { page, field } of pagesIn(site)) {
    const { path, title } = page;
    const first = seen.get(path);
    if (first !== undefined) complain([...field, 'path'], `${path} is already the path of "${first}"`);
    else seen.set(path, title);
    if (page.api && !apis[page.api])
      complain([...field, 'api'], `there is no \`${page.api}\` under \`apis\``);
  }
  if (!seen.has(addresses.docs))
    complain(['navigation'], `no page has the path ${addresses.docs}, where the portal's links lead`);
});

interface Groups {
  navigation: NavigationGroup[];
  footer: PageGroup[];
}

/** All pages with their position in site.yaml. */
export const pagesIn = ({ navigation, footer }: Groups): { page: Page; field: PropertyKey[] }[] =>
  Object.entries({ navigation, footer }).flatMap(([list, groups]) =>
    groups.flatMap(({ pages }, group) =>
      pages.map((page, index) => ({ page, field: [list, group, 'pages', index] })),
    ),
  );

export type SiteFile = z.infer<typeof siteSchema>;
export type ApiName = z.infer<typeof apiName>;
export type SectionRef = z.infer<typeof sectionRef>;
export type Page = z.infer<typeof page>;
export type PageGroup = z.infer<typeof pageGroup>;
export type NavigationGroup = z.infer<typeof navigationGroup>;
