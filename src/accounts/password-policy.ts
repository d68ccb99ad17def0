/** The password rules, shared by the browser's forms and the server. */

const minPasswordLength = 8;
export const maxPasswordLength = 128;

interface PasswordRule {
  id: string;
  label: string;
  isMet: (password: string) => boolean;
}

/** Every printable ASCII symbol. */
const special = /[!-/:-@[-`{-~]/;

export const passwordRules: PasswordRule[] = [
  {
    id: 'length',
    label: `At least ${minPasswordLength} characters`,
    isMet: (password) => [...password].length >= minPasswordLength,
  },
  { id: 'uppercase', label: 'One uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { id: 'lowercase', label: 'One lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { id: 'number', label: 'One number', isMet: (password) => /[0-9]/.test(password) },
  { id: 'special', label: 'One special character', isMet: (password) => special.test(password) },
];

export const confirmationRule = {
  id: 'confirmation',
  label: 'Passwords match',
  isMet: (password: string, confirmation: string) => confirmation !== '' && confirmation === password,
};

export const unmetPasswordRules = (password: string) => passwordRules.filter((rule) => !rule.isMet(password));

export const isPasswordTooLong = (password: string) => [...password].length > maxPasswordLength;

/**
 * An attacker may know this much about an account. The page of a reset link has no address, so only the server compares
 * it.
 */
export interface GuessableFacts {
  email?: string;
  providerName: string;
}

/** Why a password that meets the rules is still refused, if it is. */
export function describeGuessable(
  password: string,
  { email = '', providerName }: GuessableFacts,
): string | undefined {
  if (isCommonPassword(password, providerName)) return 'This password is easy to guess. Choose another one';
  return isLikeEmail(password, email)
    ? "Don't use your email address or its name as your password"
    : undefined;
}

/** Compares letters alone, because added digits and symbols don't make the name a password. */
function isLikeEmail(password: string, email: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const [name = ''] = email.split('@');
  return letters(password) === letters(email) || (name.length >= 4 && letters(password) === letters(name));
}

/** The words of common leaked passwords, without digits and symbols. */
const words = new Set(
  `password passwort passw pass parola motdepasse contrasena senha wachtwoord haslo welcome welcometo willkommen bienvenue
  qwerty qwertyui qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
  admin administrator root superuser sysadmin user username guest test testing tester testtest demo sample temp temporary
  changeme change letmein letmeinnow login signin access secret secure security default master hello helloworld
  iloveyou loveyou love lovely sunshine princess prince dragon monkey shadow superman batman spiderman ironman starwars
  pokemon football baseball basketball soccer hockey tennis liverpool chelsea arsenal barcelona realmadrid juventus
  charlie michael jennifer jordan jessica daniel thomas robert ashley nicole hannah andrew joshua matthew amanda
  summer winter spring autumn fall january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday london paris berlin madrid america india canada
  company business office server database internet computer windows microsoft google facebook apple samsung android
  whatever trustno nothing freedom flower cookie banana cheese pepper ginger chocolate diamond silver golden purple
  orange yellow killer hunter ranger matrix ninja mustang ferrari porsche harley yamaha honda toyota mercedes corvette
  weather balloon forecast forecasts observation observations radiosonde`.split(/\s+/),
);

const lookalikes = new Map(
  ['@a', '4a', '3e', '1i', '!i', '0o', '$s', '5s', '7t'].map((pair) => [pair[0], pair[1]]),
);

/** Guessers try `P@ssw0rd!23` for "password", so additions at the ends and lookalikes are undone first. */
function isCommonPassword(password: string, providerName: string): boolean {
  const lower = password.toLowerCase();
  const withoutEnd = lower.replace(/[^a-z]+$/, '');
  const candidates = [withoutEnd, withoutEnd.replace(/^[^a-z]+/, ''), lower.replaceAll(/[^a-z]/g, '')];
  const name = providerName.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isWord = (text: string) => words.has(text) || (text !== '' && text === name);
  return candidates.some((text) => isWord(text) || isWord(spelledOut(text))) || isRun(lower);
}

const spelledOut = (text: string) =>
  [...text].map((character) => lookalikes.get(character) ?? character).join('');

/** A keyboard sequence, or one character again and again. */
const isRun = (text: string) =>
  /(.)\1{5,}/u.test(text) || /^(?=.{8,16}$).*(?:12345678|87654321|abcdefgh)/.test(text);
