import { useState } from 'react';
import type { OwnAccount } from '../../../account-settings/contract.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialogs/dialog-frame.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { PersonalData } from './held-data.tsx';
import { NameForm } from './name-form.tsx';
import { SessionList } from './session-list.tsx';
import { useOwnAccount } from './use-own-account.ts';

type Act = 'email' | 'password' | 'export' | 'delete';

export function AccountRoom() {
  const { state, load } = useOwnAccount();
  if (state.phase === 'loading') return <AccountSkeleton />;
  if (state.phase === 'failed')
    return (
      <section className="account-card" role="alert">
        <p>{state.words}</p>
        <Button variant="secondary" onClick={() => void load()}>
          Try again
        </Button>
      </section>
    );
  return <AccountParts account={state.account} onChanged={load} />;
}

interface AccountPartsProps {
  account: OwnAccount;
  onChanged: () => Promise<void>;
}

function AccountParts({ account, onChanged }: AccountPartsProps) {
  const [asked, setAsked] = useState<{ act: Act; open: boolean }>();
  const ask = (act: Act) => setAsked({ act, open: true });
  const close = () => setAsked((before) => before && { ...before, open: false });

  return (
    <>
      <section className="account-card" aria-labelledby="account-you">
        <h2 id="account-you">You</h2>
        <NameForm key={account.name} name={account.name} onSaved={onChanged} />
        <AccountRow label="Email" value={account.email}>
          <Button variant="secondary" size="small" onClick={() => ask('email')}>
            Change email
          </Button>
        </AccountRow>
        <AccountRow label="Password" value="Known to you alone">
          <Button variant="secondary" size="small" onClick={() => ask('password')}>
            Change password
          </Button>
        </AccountRow>
      </section>
      <SessionList sessions={account.sessions} onEnded={onChanged} />
      <PersonalData onExport={() => ask('export')} />
      <section className="account-card" aria-labelledby="account-end">
        <h2 id="account-end">Delete your account</h2>
        <p>
          Your keys are refused at once, and your name, address and usage are erased. This cannot be undone.
        </p>
        <div>
          <Button variant="danger" onClick={() => ask('delete')}>
            Delete account
          </Button>
        </div>
      </section>
      <DialogFrame open={asked?.open ?? false} onClose={close}>
        {asked?.act === 'email' && <ChangeEmail onChanged={onChanged} onClose={close} />}
        {asked?.act === 'password' && <ChangePassword onChanged={onChanged} onClose={close} />}
        {asked?.act === 'export' && <ExportData onClose={close} />}
        {asked?.act === 'delete' && <DeleteAccount email={account.email} onClose={close} />}
      </DialogFrame>
    </>
  );
}

interface AccountRowProps {
  label: string;
  value: string;
  children: React.ReactNode;
}

function AccountRow({ label, value, children }: AccountRowProps) {
  return (
    <div className="account-row">
      <div className="account-fact">
        <p className="field-label">{label}</p>
        <p className="account-value">{value}</p>
      </div>
      {children}
    </div>
  );
}

/** Of the size of what comes. */
export function AccountSkeleton() {
  return (
    <div className="account-skeleton" role="status">
      <p className="visually-hidden">Loading...</p>
      <div className="skeleton account-skeleton-you" />
      <div className="skeleton account-skeleton-sessions" />
    </div>
  );
}
