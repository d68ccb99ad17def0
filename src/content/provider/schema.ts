import { z } from 'zod';
import { strictObject } from '../yaml/strict-object.ts';
import { allColours, type ColourName, findUnreadable } from './colours.ts';

/** Everything by which one provider differs from another. */

const line = z.string().trim().min(1);

const provider = strictObject({
  name: line,
  main_site: z.url(),
  data_team: z.email(),
  /** Ends a sentence: `An API documentation platform for WindBorne: …`. */
  offers: line,
});

const colour = strictObject({ light: hexColour(), dark: hexColour() });
function hexColour() {
  return z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like #0b6bc2');
}

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

const api = strictObject({ title: line, base_label: line, url: webAddress().optional() });
function webAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address like https://api.example.com/v1' })
    .refine((url) => !/[/?#]$|[?#]/.test(url), 'must end with its last letter, without a slash or a query');
}
const apis = strictObject({ forecasts: api, data: api.optional() });

const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a name like WB_API_KEY');
const role = z.string().regex(/^[a-z][a-z0-9_-]*$/, 'must be a word like free_user');
const perHour = z.int().min(1).max(1_000_000_000);
const keys = strictObject({
  prefixes: z
    .array(z.string().regex(/^[a-z][a-z0-9]{0,7}$/, 'must be 1 to 8 small letters or digits, like wb'))
    .min(1),
  environment: strictObject({ client_id: variable, api_key: variable }),
  free_paths: z
    .array(z.string().regex(/^(\/[\w.~-]+)+$/, 'must be a path like /points, with nothing to fill in'))
    .min(1),
  free_words: line,
  roles: strictObject({ free: role, all_access: role }),
  requests_per_hour: strictObject({ key: perHour, person: perHour }),
});

const landing = strictObject({ purpose: line, first_call: line });

export const providerShape = {
  provider,
  look,
  apis,
  keys,
  /** Beside a parameter that only some models have: what the badge means. */
  models: z.record(line, line).optional(),
  sandbox: z.enum(['weather', 'none']),
  landing,
};
