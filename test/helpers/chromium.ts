import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell comes first because it starts in half the time. */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const findChromium = () => places.find((place) => place !== undefined && existsSync(place));

/** Chromium has no sandbox as root. The other flags stop it from calling its vendor. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** Measurements start Chromium as users do. Tests add flags of their own. */
export const launchChromium = (flags: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium()!, args: [...chromiumArguments, ...flags] });
