/** A mailbox: as it was typed, and as it is counted, looked up and kept. */
export interface EmailAddress {
  /** Without case and surrounding blanks. */
  spelling: string;
  /** One mailbox, one text: the domain in ASCII, without the dot that ends it. */
  canonical: string;
}

const maxEmailLength = 254;

/** One @, something on both sides, nothing a mail header or the address of a page could trip over. */
const form = /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[\w.-]|[^\p{ASCII}\s\p{C}])+$/u;

/** Undefined for what is no address. */
export function parseEmail(given: string): EmailAddress | undefined {
  const spelling = foldCase(given);
  if (spelling.length > maxEmailLength || !form.test(spelling)) return undefined;
  const [name, domain] = spelling.split('@') as [string, string];
  const asciiDomain = toAscii(domain);
  const canonical = `${name.normalize('NFC')}@${asciiDomain}`;
  return asciiDomain && canonical.length <= maxEmailLength ? { spelling, canonical } : undefined;
}

export const isEmail = (given: string) => parseEmail(given) !== undefined;

/** How addresses are compared. What is none is compared as it stands. */
export const normalizeEmail = (given: string) => parseEmail(given)?.canonical ?? foldCase(given);

const foldCase = (text: string) => text.trim().toLowerCase();

/** By the rules that browsers and mail programs share; `URL` knows them on both sides. A domain has a dot, and no number at its end. */
function toAscii(domain: string): string | undefined {
  const url = `http://${domain}`;
  const ascii = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/.test(ascii) ? ascii : undefined;
}
