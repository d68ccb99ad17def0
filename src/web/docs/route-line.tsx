import { Fragment } from 'react';
import type { Route } from '../../content/contract.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ProseLine } from './prose.tsx';

/** A long address may be broken between these. */
const partOfAddress = /[^/]+\/*/g;

/** Method and address in one line; the host is quiet, the path is what differs. */
export function RouteLine({ route }: { route: Route }) {
  const host = route.full_url.endsWith(route.path) ? route.full_url.slice(0, -route.path.length) : '';
  return (
    <div className="route">
      {route.title && <p className="route-title">{route.title}</p>}
      <div className="route-line">
        <span className="route-method">{route.method}</span>
        <code className="route-address">
          {host && (
            <span className="route-host">
              {host.match(partOfAddress)?.map((part) => (
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </span>
          )}
          <span className="route-path">{host ? route.path : route.full_url}</span>
        </code>
        <CopyButton text={route.full_url} label={`Copy the URL of ${route.path}`} />
      </div>
      {route.description && (
        <p className="route-description">
          <ProseLine text={route.description} />
        </p>
      )}
    </div>
  );
}
