import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell first: a browser without windows of its own, in half of the time. */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const findChromium = () => places.find((place) => place !== undefined && existsSync(place));

/** As root Chromium has no sandbox; the rest keeps it from calling home. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium()!, args: chromiumArguments });
