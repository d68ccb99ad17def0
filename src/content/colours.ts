/** The provider's colours have a value for the light and one for the dark theme. */

const colourNames = [
  'accent',
  'accent_strong',
  'accent_soft',
  'accent_solid',
  'accent_solid_hover',
  'on_accent',
] as const;
export type ColourName = (typeof colourNames)[number];

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
type Colour = Record<Theme, string>;
export type Colours = Record<ColourName, Colour>;
type GivenColours = { accent: Colour } & { [name in ColourName]?: Colour | undefined };

/** The page background, which must equal that of `src/web/styles/tokens.css`. */
export const pageBackground: Colour = { light: '#ffffff', dark: '#0a1017' };
const ink: Colour = { light: '#000000', dark: '#ffffff' };
const onSolid = ['#ffffff', '#04121f'];

/** Missing colours are derived from the accent. */
export function completeColours(given: GivenColours): Colours {
  const { accent, accent_solid = accent } = given;
  const made = (make: (theme: Theme) => string): Colour => ({ light: make('light'), dark: make('dark') });
  const accent_strong = given.accent_strong ?? made((theme) => mix(accent[theme], ink[theme], 0.25));
  return {
    accent,
    accent_strong,
    accent_soft: given.accent_soft ?? made((theme) => mix(pageBackground[theme], accent[theme], 0.1)),
    accent_solid,
    accent_solid_hover:
      given.accent_solid_hover ?? made((theme) => mix(accent_solid[theme], ink[theme], 0.15)),
    on_accent: given.on_accent ?? made((theme) => mostReadable(onSolid, accent_solid[theme])),
  };
}

/** The minimum of WCAG 2.2 for text. */
const minContrast = 4.5;

interface Unreadable {
  name: ColourName;
  theme: Theme;
  words: string;
}

/** All text colours with too little contrast on their backgrounds. */
export function listUnreadable(colours: Colours): Unreadable[] {
  const texts = [
    ['accent', pageBackground],
    ['accent_strong', colours.accent_soft],
    ['on_accent', colours.accent_solid],
    ['on_accent', colours.accent_solid_hover],
  ] as const;
  return themes.flatMap((theme) =>
    texts.flatMap(([name, ground]) => {
      const [text, under] = [colours[name][theme], ground[theme]];
      const contrast = contrastOf(text, under);
      // NaN if a colour is invalid, which another check reports.
      if (!(contrast < minContrast)) return [];
      const words = `${text} is unreadable on ${under}: its contrast is ${contrast.toFixed(1)}, and text needs ${minContrast}`;
      return [{ name, theme, words }];
    }),
  );
}

/** CSS for the head of a page. */
export const colourStyle = (colours: Colours) =>
  `:root{${colourNames
    .map((name) => `--${name.replaceAll('_', '-')}:light-dark(${colours[name].light},${colours[name].dark})`)
    .join(';')}}`;

const mostReadable = (texts: string[], ground: string) =>
  texts.reduce((best, each) => (contrastOf(each, ground) > contrastOf(best, ground) ? each : best));

function contrastOf(one: string, other: string): number {
  const luminances = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function luminanceOf(colour: string): number {
  const linear = (channel: Channel) => {
    const share = readChannel(colour, channel) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear('red') + 0.7152 * linear('green') + 0.0722 * linear('blue');
}

function mix(one: string, other: string, share: number): string {
  const mixed = channels.map((channel) => {
    const value = readChannel(one, channel);
    const result = Math.round(value + (readChannel(other, channel) - value) * share);
    return result.toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

const channels = ['red', 'green', 'blue'] as const;
type Channel = (typeof channels)[number];

function readChannel(colour: string, channel: Channel): number {
  const start = 1 + 2 * channels.indexOf(channel);
  return Number.parseInt(colour.slice(start, start + 2), 16);
}
