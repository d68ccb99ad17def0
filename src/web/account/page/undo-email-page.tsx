import '../reset-password-page.css';
import { MailCheck, Unlink } from 'lucide';
import { useState } from 'react';
import { resetPasswordLink } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { undoEmail } from './calls.ts';

type Stage =
  | { is: 'asked' }
  | { is: 'refused'; sentence: string }
  | { is: 'done'; email: string; ended: string[]; next: string };

/** Where the link to an address that was replaced leads. Nothing happens before the button: mail programs open links too. */
export function UndoEmailPage() {
  const { refresh } = useAuth();
  const [token] = useState(() => new URLSearchParams(location.search).get('undo_token') ?? '');
  const [stage, setStage] = useState<Stage>(
    token
      ? { is: 'asked' }
      : { is: 'refused', sentence: 'This link is not complete. Open it from the mail again' },
  );

  const [keepKeys, setKeepKeys] = useState(false);

  const { busy, submit } = useSubmit(async () => {
    const outcome = await undoEmail({ undo_token: token, keep_keys: keepKeys });
    if (!outcome.ok) return setStage({ is: 'refused', sentence: outcome.message });
    const { email, reset_password_token, revoked_keys, discarded_secrets } = outcome.value;
    const ended = describeEnded(revoked_keys, discarded_secrets);
    setStage({ is: 'done', email, ended, next: resetPasswordLink('', reset_password_token) });
    await refresh();
  });

  return (
    <div className="reset-password">
      {stage.is === 'asked' && (
        <div className="reset-password-outcome">
          <h1 tabIndex={-1}>Undo the change of address?</h1>
          <p>
            Your account gets back the address that this mail was sent to. Everyone is signed out, and you
            choose a new password. API keys and secrets created since the change stop working.
          </p>
          <label className="undo-keep">
            <input
              type="checkbox"
              checked={keepKeys}
              onChange={(event) => setKeepKeys(event.currentTarget.checked)}
            />
            I created them myself: keep them
          </label>
          <Button loading={busy} onClick={() => void submit()}>
            Undo the change
          </Button>
        </div>
      )}
      {stage.is === 'refused' && (
        <div className="reset-password-outcome" role="alert">
          <Icon of={Unlink} size={36} strokeWidth={1.5} className="reset-password-spent" />
          <h1 tabIndex={-1}>This link does not work</h1>
          <p>{stage.sentence}.</p>
        </div>
      )}
      {stage.is === 'done' && (
        <div className="reset-password-outcome" role="status">
          <Icon of={MailCheck} size={36} strokeWidth={1.5} className="reset-password-done" />
          <h1 tabIndex={-1}>The address is yours again</h1>
          <p>
            Your account has the address <strong>{stage.email}</strong>. Whoever changed it knew your
            password, so it no longer works: choose a new one now.
          </p>
          {stage.ended.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <a className={buttonClass('primary')} href={stage.next}>
            Set a new password
          </a>
        </div>
      )}
    </div>
  );
}

function describeEnded(revokedKeys: string[], discardedSecrets: string[]): string[] {
  const list = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
  return [
    ...(revokedKeys.length > 0 ? [`Revoked keys: ${list(revokedKeys)}.`] : []),
    ...(discardedSecrets.length > 0
      ? [
          `Discarded the new secret of: ${list(discardedSecrets)}. Check that each key still has a working one.`,
        ]
      : []),
  ];
}
