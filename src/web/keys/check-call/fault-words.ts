import type { Finding } from './finding.ts';
import type { ReadFault } from './read-call.ts';

const wrong = (words: string): Finding => ({ tone: 'wrong', words });
const doubt = (words: string): Finding => ({ tone: 'doubt', words });

export const faultWords: Record<ReadFault, Finding> = {
  nothing: doubt('Paste a call first.'),
  'curly-quotes': wrong(
    'The quotes are curly, as a word processor writes them. A shell knows straight ones only: " and \'.',
  ),
  'unclosed-quote': wrong('A quote is opened and not closed: the shell waits for the rest.'),
  'cut-off': wrong(
    'The address is not in quotes: the shell cuts it off at the first &. Put quotes around it.',
  ),
  'no-credentials': wrong('There are no credentials in it: add -u "CLIENT_ID:API_KEY".'),
  'no-colon': wrong(
    'One of the two values is missing: the client ID and the API key stand together, with a colon between.',
  ),
  bearer: wrong(
    'The API takes no Bearer: send Basic, with the client ID as user and the API key or a token as password.',
  ),
  'other-scheme': wrong('The header must begin with Basic: nothing else is read.'),
  'not-base64': wrong('What stands behind Basic is not Base64, or it was cut off.'),
  'plain-in-basic': wrong(
    'Behind Basic stands client_id:api_key as it is. It must be encoded as Base64; curl -u does that by itself.',
  ),
  'line-break-inside': wrong(
    'A line break was encoded together with the API key, as echo adds one. Use printf, or echo -n.',
  ),
  variables: doubt(
    'It holds a variable or a placeholder in the place of a value. See whether it is set where the program runs.',
  ),
  'bad-url': wrong('The address cannot be read: is it whole?'),
};
