import { useState } from 'react';
import {
  type DeletionRequest,
  deletionPhrase,
  type ExportRequest,
} from '../../../account-settings/contract.ts';
import type { PlainAnswer } from '../../../accounts/contract.ts';
import { calls, pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useRouter, useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { ConfirmActions, PasswordField, PhraseField } from '../../session/confirm-fields.tsx';
import { sendJson } from '../../session/send.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { downloadFile } from '../../ui/download.ts';
import { toast } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

const notDownloaded = "Your data couldn't be downloaded. Check your connection and try again.";
const notDeleted = "Your account couldn't be deleted. Check your connection and try again.";

const storedData = [
  "Your name and email, and your password as a hash that can't be reversed.",
  'Your sessions: the browser, and when it was first and last seen.',
  'Your keys with their usage and denied calls by day, and your access requests.',
  'A log of changes to your account and keys, with the network address for 30 days.',
];

export function DataSection() {
  const hasPrivacy = hasPage(useSite(), pages.privacy);
  const [open, setOpen] = useState(false);
  return (
    <section className="account-card" aria-labelledby="account-data">
      <h2 id="account-data">Your data</h2>
      <p>What we store:</p>
      <ul className="stored-data">
        {storedData.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        You can download all of it as one JSON file. API secrets are not included.
        {hasPrivacy && (
          <>
            {' '}
            The{' '}
            <Link className="link" href={pages.privacy}>
              privacy page
            </Link>{' '}
            says how long we keep it.
          </>
        )}
      </p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Download your data
        </Button>
      </div>
      <DialogFrame open={open} onClose={() => setOpen(false)}>
        <DownloadData onClose={() => setOpen(false)} />
      </DialogFrame>
    </section>
  );
}

function DownloadData({ onClose }: { onClose: () => void }) {
  const { errorMessage } = useAuth();
  const [password, setPassword] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    const body: ExportRequest = { password };
    const outcome = await sendJson<object>('POST', calls.accountExport, notDownloaded, body);
    if (!outcome.ok) return errorMessage(outcome);
    downloadFile('account.json', JSON.stringify(outcome.value, null, 2));
    toast.success('Your data was saved as account.json');
    onClose();
  });

  return (
    <>
      <DialogHeading title="Download your data">
        You get one JSON file with everything we store about you. We'll also email you about the download.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PasswordField value={password} onType={setPassword} error={error} data-first />
        <Button type="submit" loading={busy} disabled={password === ''}>
          Download
        </Button>
      </form>
    </>
  );
}

export function DeletionSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="account-card" aria-labelledby="account-deletion">
      <h2 id="account-deletion">Delete your account</h2>
      <p>Your keys stop working at once. Your name, email and usage are erased. This can't be undone.</p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <DialogFrame open={open} onClose={() => setOpen(false)}>
        <DeleteAccount email={email} onClose={() => setOpen(false)} />
      </DialogFrame>
    </section>
  );
}

function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }) {
  const { refresh, errorMessage } = useAuth();
  const { navigation } = useRouter();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const phrase = deletionPhrase(email);
  const isReady = typed === phrase && password !== '';

  const { busy, error, submit } = useSubmit(async () => {
    const body: DeletionRequest = { phrase: typed, password };
    const outcome = await sendJson<PlainAnswer>('POST', calls.accountDeletion, notDeleted, body);
    if (!outcome.ok) return errorMessage(outcome);
    toast.success('Your account was deleted');
    onClose();
    navigation.goTo(pages.docs);
    await refresh();
  });

  return (
    <>
      <DialogHeading title="Delete your account?">
        All your keys stop working immediately, and everything we store about you is erased. This can't be
        undone.
      </DialogHeading>
      <form className="dialog-form" onSubmit={submit} noValidate>
        <PhraseField phrase={phrase} typed={typed} onType={setTyped} />
        <PasswordField value={password} onType={setPassword} error={error} />
        <ConfirmActions action="Delete account" busy={busy} isReady={isReady} onCancel={onClose} />
      </form>
    </>
  );
}
