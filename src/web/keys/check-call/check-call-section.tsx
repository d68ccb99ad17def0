import './check-call.css';
import { Check, CircleAlert, TriangleAlert } from 'lucide';
import { useState } from 'react';
import { keyForms } from '../../../keys/key-format.ts';
import { health } from '../../../urls.ts';
import { useSite } from '../../router/router-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useKeys } from '../context/keys-context.tsx';
import { checkCall, isChecksumRight } from './check-call.ts';
import { type Finding, parseCall } from './parse-call.ts';

/** The pasted text stays in this page. Only the server's time is requested. */
export function CheckCallSection() {
  const { endpoints, hosts, keys } = useSite();
  const { apiKeys } = useKeys();
  const [pasted, setPasted] = useState('');
  const [findings, setFindings] = useState<Finding[]>();

  const { busy, submit } = useSubmit(async () => {
    const call = parseCall(pasted);
    const serverTime = await fetchServerTime();
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
          Paste a curl command, an Authorization header, or a client ID with its API key or token. It's
          checked in your browser and never sent.
        </p>
      </div>
      <form className="check-form" onSubmit={submit}>
        <textarea
          className="check-text"
          aria-label="Call to check"
          rows={3}
          placeholder={'curl -u "CLIENT_ID:API_KEY" "https://…"'}
          value={pasted}
          onChange={(event) => {
            setPasted(event.target.value);
            setFindings(undefined);
          }}
          // Some browsers send text to a spelling service.
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
        />
        <Button type="submit" variant="secondary" loading={busy} disabled={pasted.trim() === ''}>
          Check call
        </Button>
      </form>
      <div aria-live="polite">{findings && <Findings findings={findings} />}</div>
    </section>
  );
}

const allGood: Finding = {
  tone: 'ok',
  text: "No problems found. If the call is still denied, see Denied calls in the key's details.",
};

function Findings({ findings }: { findings: Finding[] }) {
  const isGood = findings.every(({ tone }) => tone === 'ok');
  return (
    <ul className="check-findings" aria-label="Results">
      {(isGood ? [...findings, allGood] : findings).map(({ tone, text }) => {
        const { icon, label, className } = tones[tone];
        return (
          <li key={text} className="check-finding">
            <Icon of={icon} size={17} className={className} />
            <span className="visually-hidden">{label}</span>
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

const tones = {
  problem: { icon: CircleAlert, label: 'Problem:', className: 'check-problem' },
  warning: { icon: TriangleAlert, label: 'Warning:', className: 'check-warning' },
  ok: { icon: Check, label: 'OK:', className: 'check-ok' },
};

/** Reads the server's Date header, because the clock of this computer may be wrong. */
async function fetchServerTime(): Promise<Date | undefined> {
  try {
    const { headers } = await fetch(health, { method: 'HEAD', credentials: 'omit', cache: 'no-store' });
    const time = new Date(headers.get('Date') ?? '');
    return Number.isNaN(time.getTime()) ? undefined : time;
  } catch {
    return undefined;
  }
}

/** This computer may be the one that creates the tokens. */
function checkClock(serverTime: Date | undefined): Finding[] {
  const minutesOff = serverTime ? (Date.now() - serverTime.getTime()) / 60_000 : 0;
  if (Math.abs(minutesOff) <= 1) return [];
  const direction = minutesOff < 0 ? 'behind' : 'ahead of';
  const text = `This computer's clock is ${Math.round(Math.abs(minutesOff))} min ${direction} the server's. Tokens created on it may be denied.`;
  return [{ tone: 'warning', text }];
}
