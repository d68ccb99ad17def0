import { Ban, CircleCheck, CircleSlash, Plug, TriangleAlert } from 'lucide';
import type { ConsentCode, FaultyRequest, OpenRequest } from '../../../oauth/contract.ts';
import { pages } from '../../../urls.ts';
import { Link } from '../../router/link.tsx';
import { useSite } from '../../router/router-context.tsx';
import { hasPage } from '../../router/site-map.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ServerAddress } from '../server-address.tsx';
import { Card, Publisher } from './consent-card.tsx';

interface RedirectCardProps {
  request: OpenRequest;
  isAllowed: boolean;
  address: string;
}

/** Stays on screen if the app doesn't take over, for example because it was closed. */
export function RedirectCard({ request: { client, redirect }, isAllowed, address }: RedirectCardProps) {
  const receiver = redirect.is_local ? 'the app' : redirect.host;
  return (
    <Card
      icon={isAllowed ? CircleCheck : CircleSlash}
      {...(isAllowed && { tone: 'done' })}
      title={isAllowed ? `${client.name} is allowed` : `${client.name} is not connected`}
    >
      <p className="consent-text">
        Taking you back to {receiver}. If nothing happens,{' '}
        <a className="link" href={address}>
          continue to {receiver}
        </a>
        .{redirect.is_local && ' You can close this page when the app shows that you are signed in.'}
      </p>
    </Card>
  );
}

/** Only the app can fix its mistake. Its error is in the address of the button. */
export const FaultyCard = ({ request }: { request: FaultyRequest }) => (
  <Card icon={TriangleAlert} tone="stopped" title={`${request.client.name} can't be connected`}>
    <Publisher client={request.client} />
    <p className="consent-text">
      The app sent a request that this portal can't accept. It got no access to your account.
    </p>
    <p className="consent-text">{request.problem}</p>
    <div className="consent-answers">
      <a className={buttonClass('secondary')} href={request.return_to}>
        Go back to {request.redirect.is_local ? 'the app' : request.redirect.host}
      </a>
    </div>
  </Card>
);

const titles: Record<ConsentCode, string> = {
  'faulty-request': "This request can't be read",
  'unknown-client': 'Unknown app',
  'client-document': "This app couldn't be checked",
  'bad-redirect': 'This request was stopped',
  'redirect-not-allowed': "This app isn't allowed",
  'expired-request': 'This request has expired',
  'other-account': 'Another account is signed in',
  suspended: 'This account is suspended',
};

/** Nothing is sent to an app whose address isn't verified. */
export const StoppedCard = (props: { stopped: ConsentCode; message: string; onRetry: () => void }) => (
  <Card icon={Ban} tone="stopped" title={titles[props.stopped]}>
    <p className="consent-text">{props.message}</p>
    <p className="consent-text">The app got no access to your account.</p>
    {props.stopped === 'client-document' && (
      <div className="consent-answers">
        <Button variant="secondary" onClick={props.onRetry}>
          Try again
        </Button>
      </div>
    )}
  </Card>
);

/** Shown when the page is opened without a request from an app. */
export function StartCard() {
  const site = useSite();
  const address = site.hosts.mcp ?? '';
  return (
    <Card icon={Plug} title="Connect an app">
      <p className="consent-text">
        Start in the app: add this address as a connector or MCP server. The app then sends you here to sign
        in.
      </p>
      <ServerAddress address={address} />
      {hasPage(site, pages.mcp) && (
        <Link className="link consent-more" href={pages.mcp}>
          How to connect your app
        </Link>
      )}
    </Card>
  );
}
