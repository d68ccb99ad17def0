/** Words that the lists of leaked passwords are made of, as they are left when digits and symbols are taken off. */
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
  weather windborne balloon forecast forecasts observation observations radiosonde`.split(/\s+/),
);

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** `P@ssw0rd!23` is "password" to anyone who guesses: take off what was added at the ends, undo the lookalikes. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const withoutEnd = lower.replace(/[^a-z]+$/, '');
  const candidates = [withoutEnd, withoutEnd.replace(/^[^a-z]+/, ''), lower.replaceAll(/[^a-z]/g, '')];
  return candidates.some((text) => words.has(text) || words.has(spelledOut(text))) || isRun(lower);
}

const spelledOut = (text: string) =>
  [...text].map((character) => lookalikes[character] ?? character).join('');

/** Little but a run of the keyboard or one character over and over. */
const isRun = (text: string) =>
  /(.)\1{5,}/u.test(text) || /^(?=.{8,16}$).*(?:12345678|87654321|abcdefgh)/.test(text);
