const lengthMax = 60;

/** The first that fits: most browsers name those they descend from as well. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** In words that a person knows it by: "Firefox on Windows". What is no browser is called by the name it gives itself. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const nameIn = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1];
  const browser = nameIn(browsers);
  if (!browser) return /^[\w.-]+/.exec(text)?.[0].slice(0, lengthMax) ?? 'An unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
