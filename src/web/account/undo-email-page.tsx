import './reset-password-page.css';
import { MailCheck, Unlink } from 'lucide';
import { useState } from 'react';
import type { UndoEmailAnswer, UndoEmailRequest } from '../../account-settings/contract.ts';
import { calls, resetPasswordLink } from '../../urls.ts';
import { useAuth } from '../session/auth-context.tsx';
import { sendJson } from '../session/send.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSubmit } from '../ui/use-submit.ts';

const notUndone = "The change couldn't be undone. Check your connection and try again.";

type Stage =
  | { is: 'question' }
  | { is: 'failed'; message: string }
  | { is: 'done'; email: string; keys: string[]; secrets: string[]; resetUrl: string };

/**
 * The page that the link in the email to a replaced address opens. Nothing happens before the click, because mail
 * programs open links too.
 */
export function UndoEmailPage() {
  const { refresh } = useAuth();
  const [token] = useState(() => new URLSearchParams(location.search).get('undo_token') ?? '');
  const [stage, setStage] = useState<Stage>(
    token
      ? { is: 'question' }
      : { is: 'failed', message: 'This link is incomplete. Open it from the email again.' },
  );
  const [keepKeys, setKeepKeys] = useState(false);

  const { busy, submit } = useSubmit(async () => {
    const body: UndoEmailRequest = { undo_token: token, keep_keys: keepKeys };
    const outcome = await sendJson<UndoEmailAnswer>('POST', calls.undoEmail, notUndone, body);
    if (!outcome.ok) return setStage({ is: 'failed', message: outcome.message });
    const { email, reset_password_token, revoked_keys: keys, discarded_secrets: secrets } = outcome.value;
    setStage({ is: 'done', email, keys, secrets, resetUrl: resetPasswordLink('', reset_password_token) });
    await refresh();
  });

  return (
    <div className="reset-password">
      {stage.is === 'question' && (
        <div className="reset-password-outcome">
          <h1 tabIndex={-1}>Undo the email change?</h1>
          <p>
            Your account goes back to the address that received this link. All sessions are signed out, and
            you set a new password. API keys and secrets created since the change stop working.
          </p>
          <label className="undo-keep">
            <input
              type="checkbox"
              checked={keepKeys}
              onChange={(event) => setKeepKeys(event.currentTarget.checked)}
            />
            I created those keys and secrets: keep them
          </label>
          <Button loading={busy} onClick={() => void submit()}>
            Undo email change
          </Button>
        </div>
      )}
      {stage.is === 'failed' && (
        <div className="reset-password-outcome" role="alert">
          <Icon of={Unlink} size={36} strokeWidth={1.5} className="reset-password-bad-link" />
          <h1 tabIndex={-1}>This link doesn't work</h1>
          <p>{stage.message.replace(/\.?$/, '.')}</p>
        </div>
      )}
      {stage.is === 'done' && (
        <div className="reset-password-outcome" role="status">
          <Icon of={MailCheck} size={36} strokeWidth={1.5} className="reset-password-done" />
          <h1 tabIndex={-1}>Email restored</h1>
          <p>
            Your account uses <strong>{stage.email}</strong> again. The person who changed it knew your
            password, so that password no longer works. Set a new one now.
          </p>
          {stage.keys.length > 0 && <p>Revoked keys: {quote(stage.keys)}.</p>}
          {stage.secrets.length > 0 && (
            <p>
              Discarded the new secret of: {quote(stage.secrets)}. Check that each key still has a working
              one.
            </p>
          )}
          <a className={buttonClass('primary')} href={stage.resetUrl}>
            Set a new password
          </a>
        </div>
      )}
    </div>
  );
}

const quote = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
