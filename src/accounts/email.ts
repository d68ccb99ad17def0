const maxEmailLength = 254;

/** One @ with text on both sides, and no characters that are special in mail headers or URLs. */
const form = /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[\w.-]|[^\p{ASCII}\s\p{C}])+$/u;

/**
 * The form in which an address is counted, found and stored, the same for every spelling of a mailbox: in lower case,
 * with the domain in ASCII and without a final dot. Undefined if the text is no address.
 */
export function parseEmail(given: string): string | undefined {
  const text = foldCase(given);
  if (text.length > maxEmailLength || !form.test(text)) return undefined;
  const [name = '', domain = ''] = text.split('@');
  const asciiDomain = toAscii(domain);
  const email = `${name.normalize('NFC')}@${asciiDomain}`;
  return asciiDomain && email.length <= maxEmailLength ? email : undefined;
}

export const isEmail = (given: string) => parseEmail(given) !== undefined;

/** The form in which addresses are compared. Text that is no address is compared in lower case. */
export const normalizeEmail = (given: string) => parseEmail(given) ?? foldCase(given);

const foldCase = (text: string) => text.trim().toLowerCase();

/** `URL` applies the rules of browsers and mail programs. A domain has a dot and does not end in a number. */
function toAscii(domain: string): string | undefined {
  const url = `http://${domain}`;
  const ascii = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.(?=[a-z0-9-]*[a-z])[a-z0-9-]+$/.test(ascii) ? ascii : undefined;
}
