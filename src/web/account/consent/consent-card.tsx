import { BadgeCheck, Check, type IconNode, Laptop, Plug, TriangleAlert, X } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import type { DecisionRequest, OpenRequest } from '../../../oauth/contract.ts';
import { DataTeamLink } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { useAuth } from '../../session/auth-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

interface ConsentCardProps {
  request: OpenRequest;
  /** Why the request is shown again. */
  notice: string | undefined;
  /** Returns an error. */
  onAnswer: (decision: DecisionRequest['decision']) => Promise<string | undefined>;
}

/**
 * Shows which app asks for which access, and the buttons to answer. Visitors sign in first, and then see the same card
 * with Allow.
 */
export function ConsentCard({ request, notice, onAnswer }: ConsentCardProps) {
  const { provider } = useSite();
  const { client, account } = request;
  return (
    <Card
      icon={Plug}
      title={account ? `Connect ${client.name} to ${provider.name}?` : `Sign in to connect ${client.name}`}
    >
      <Publisher client={client} />
      {notice && (
        <p className="consent-note" role="status">
          {notice}
        </p>
      )}
      <dl className="consent-facts">
        <Receiver request={request} />
        {account && <Account account={account} />}
      </dl>
      {account?.is_suspended ? <Suspended /> : <Rights name={client.name} />}
      {request.redirect.is_local && (
        <p className="consent-note">
          <Icon of={TriangleAlert} size={16} />
          <span>Continue only if you just started this from an app on this computer.</span>
        </p>
      )}
      <Answers request={request} onAnswer={onAnswer} />
    </Card>
  );
}

interface CardProps {
  icon: IconNode;
  tone?: 'done' | 'stopped';
  title: string;
  children: ReactNode;
}

/** The heading takes the focus, so that a screen reader announces each new card. */
export function Card({ icon, tone, title, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another card
  useEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"]')) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="consent-card">
      <span className="consent-icon" data-tone={tone}>
        <Icon of={icon} size={22} strokeWidth={1.75} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The name of an app proves nothing. Its domain does, if its description was read there. */
export const Publisher = ({ client }: Pick<OpenRequest, 'client'>) =>
  client.domain === undefined ? (
    <p className="consent-publisher consent-unverified">
      <Icon of={TriangleAlert} size={16} />
      <span>This app registered itself. Its name isn't verified.</span>
    </p>
  ) : (
    <p className="consent-publisher consent-verified">
      <Icon of={BadgeCheck} size={16} />
      <span>
        Published by <strong>{client.domain}</strong>
      </span>
    </p>
  );

const Receiver = ({ request: { redirect } }: { request: Pick<OpenRequest, 'redirect'> }) => (
  <div>
    <dt>Access goes to</dt>
    <dd>
      {redirect.is_local ? (
        <>
          <span className="consent-local">
            <Icon of={Laptop} size={16} />
            An app on your computer
          </span>
          <span className="consent-host">{redirect.host}</span>
        </>
      ) : (
        <strong>{redirect.host}</strong>
      )}
    </dd>
  </div>
);

function Account({ account }: { account: NonNullable<OpenRequest['account']> }) {
  const { signOut, openSignIn } = useAuth();
  async function switchAccount() {
    openSignIn();
    await signOut();
  }
  return (
    <div>
      <dt>Your account</dt>
      <dd>
        <strong>{account.email}</strong>
        <LinkButton onClick={() => void switchAccount()}>Use another account</LinkButton>
      </dd>
    </div>
  );
}

function Rights({ name }: { name: string }) {
  const { keys, provider } = useSite();
  return (
    <div className="consent-rights">
      <h2>{name} will be able to</h2>
      <ul>
        <Right icon={Check}>
          Use the {provider.name} tools with the access of your API keys. Without a key, that is{' '}
          {keys.freeWords}.
        </Right>
        <Right icon={Check}>Make calls that count toward your hourly limit.</Right>
      </ul>
      <h2>It won't be able to</h2>
      <ul>
        <Right icon={X}>See your API secrets or password, or change your keys or account.</Right>
      </ul>
    </div>
  );
}

const Right = ({ icon, children }: { icon: IconNode; children: ReactNode }) => (
  <li>
    <Icon of={icon} size={16} strokeWidth={2.25} className={icon === X ? 'consent-no' : 'consent-yes'} />
    <span>{children}</span>
  </li>
);

const Suspended = () => (
  <p className="consent-note">
    <Icon of={TriangleAlert} size={16} />
    <span>
      This account is suspended, so it can't connect apps. Write to <DataTeamLink />.
    </span>
  </p>
);

function Answers({ request, onAnswer }: Omit<ConsentCardProps, 'notice'>) {
  const { openSignIn, openSignUp } = useAuth();
  const allow = useSubmit(() => onAnswer('allow'));
  const deny = useSubmit(() => onAnswer('deny'));
  const { account } = request;
  const isBusy = allow.busy || deny.busy;
  const error = allow.error ?? deny.error;
  return (
    <div className="consent-answers">
      <FieldError>{error}</FieldError>
      {!account && (
        <>
          <Button onClick={openSignIn}>Sign in</Button>
          <Button variant="secondary" onClick={openSignUp}>
            Create an account
          </Button>
        </>
      )}
      {account && !account.is_suspended && (
        <Button loading={allow.busy} onClick={() => isBusy || void allow.submit()}>
          Allow
        </Button>
      )}
      <Button
        variant={account ? 'secondary' : 'ghost'}
        loading={deny.busy}
        onClick={() => isBusy || void deny.submit()}
      >
        {account ? 'Deny' : 'Cancel'}
      </Button>
      {account && !account.is_suspended && (
        <p className="consent-small">You can disconnect it at any time on your account page.</p>
      )}
    </div>
  );
}
