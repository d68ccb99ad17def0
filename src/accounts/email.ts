/** An address as it was typed, and in the form in which it is counted, found and stored. */
export interface EmailAddress {
  /** In lower case, without surrounding blanks. */
  spelling: string;
  /** The same for every spelling of a mailbox: the domain in ASCII, without a final dot. */
  canonical: string;
}

const maxEmailLength = 254;

/** One @ with text on both sides, and no characters that are special in mail headers or URLs. */
const form = /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[\w.-]|[^\p{ASCII}\s\p{C}])+$/u;

export function parseEmail(given: string): EmailAddress | undefined {
  const spelling = foldCase(given);
  if (spelling.length > maxEmailLength || !form.test(spelling)) return undefined;
  const [name = '', domain = ''] = spelling.split('@');
  const asciiDomain = toAscii(domain);
  const canonical = `${name.normalize('NFC')}@${asciiDomain}`;
  return asciiDomain && canonical.length <= maxEmailLength ? { spelling, canonical } : undefined;
}

export const isEmail = (given: string) => parseEmail(given) !== undefined;

/** The form in which addresses are compared. Text that is no address is compared as it is. */
export const normalizeEmail = (given: string) => parseEmail(given)?.canonical ?? foldCase(given);

const foldCase = (text: string) => text.trim().toLowerCase();

/** `URL` applies the rules of browsers and mail programs. A domain has a dot and does not end in a number. */
function toAscii(domain: string): string | undefined {
  const url = `http://${domain}`;
  const ascii = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/.test(ascii) ? ascii : undefined;
}
