import './check-call.css';
import { Check, CircleAlert, TriangleAlert } from 'lucide';
import { useState } from 'react';
import type { ApiToken } from '../../../keys/contract.ts';
import { keyForms } from '../../../keys/key-format.ts';
import { useSite } from '../../router/router-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { checkCall } from './check-call.ts';
import { isChecksumRight } from './checksum.ts';
import type { Finding } from './finding.ts';
import { readCall } from './read-call.ts';
import { askServerTime } from './server-clock.ts';

const clockSecondsOffMax = 60;

/** What is pasted stays in this page: only the server's clock is asked for. */
export function CheckCallSection({ apiKeys }: { apiKeys: ApiToken[] }) {
  const { endpoints, hosts, keys } = useSite();
  const [pasted, setPasted] = useState('');
  const [findings, setFindings] = useState<Finding[]>();

  const { busy, submit } = useSubmit(async () => {
    const call = readCall(pasted);
    const serverTime = await askServerTime();
    const now = serverTime ?? new Date();
    const checksum =
      call.password === undefined ? undefined : await isChecksumRight(call.password, keyForms(keys.prefixes));
    const found = checkCall(call, { apiKeys, now, isChecksumRight: checksum, endpoints, hosts, keys });
    setFindings([...found, ...checkClock(serverTime)]);
  });

  return (
    <section className="keys-part" aria-labelledby="check-a-call">
      <div className="check-head">
        <h2 id="check-a-call">Check a call</h2>
        <p>
          Paste a curl line, an Authorization header, or the client ID and the API key or token. It is looked
          at in your browser, and not sent anywhere.
        </p>
      </div>
      <form className="check-form" onSubmit={submit}>
        <textarea
          className="check-text"
          aria-label="The call"
          rows={3}
          placeholder={'curl -u "CLIENT_ID:API_KEY" "https://…"'}
          value={pasted}
          onChange={(event) => {
            setPasted(event.target.value);
            setFindings(undefined);
          }}
          // Some browsers send what is typed away to check its spelling.
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
        <Button type="submit" variant="secondary" loading={busy} disabled={pasted.trim() === ''}>
          Check
        </Button>
      </form>
      <div aria-live="polite">{findings && <Findings findings={findings} />}</div>
    </section>
  );
}

function Findings({ findings }: { findings: Finding[] }) {
  const isFine = findings.every(({ tone }) => tone === 'right');
  return (
    <ul className="check-findings" aria-label="What was found">
      {findings.map(({ tone, words }) => (
        <li key={words} className="check-finding">
          <ToneIcon tone={tone} />
          <span>{words}</span>
        </li>
      ))}
      {isFine && (
        <li className="check-finding">
          <ToneIcon tone="right" />
          <span>
            Nothing is wrong with it as far as this page can tell. If it is refused, the key’s Refusals say
            why.
          </span>
        </li>
      )}
    </ul>
  );
}

const tones = {
  wrong: { icon: CircleAlert, words: 'Wrong:', className: 'check-wrong' },
  doubt: { icon: TriangleAlert, words: 'Perhaps:', className: 'check-doubt' },
  right: { icon: Check, words: 'Right:', className: 'check-right' },
};

function ToneIcon({ tone }: { tone: Finding['tone'] }) {
  const { icon, words, className } = tones[tone];
  return (
    <>
      <Icon of={icon} size={17} className={className} />
      <span className="visually-hidden">{words}</span>
    </>
  );
}

/** Of this machine, which may be the one that makes the tokens. */
function checkClock(serverTime: Date | undefined): Finding[] {
  if (!serverTime) return [];
  const secondsOff = (Date.now() - serverTime.getTime()) / 1000;
  if (Math.abs(secondsOff) <= clockSecondsOffMax) return [];
  const minutes = Math.round(Math.abs(secondsOff) / 60);
  const way = secondsOff < 0 ? 'behind' : 'ahead of';
  return [
    {
      tone: 'doubt',
      words: `The clock of this computer is ${minutes} min ${way} the server’s. A token made on it may be refused.`,
    },
  ];
}
