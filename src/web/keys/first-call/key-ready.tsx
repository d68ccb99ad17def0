import './key-ready.css';
import { Check, Copy, Download } from 'lucide';
import { type ReactNode, useState } from 'react';
import { firstPlace, pairOf } from '../../../content/requests/places.ts';
import { addressOf } from '../../../content/requests/request.ts';
import type { CreatedApiToken } from '../../../keys/contract.ts';
import { CodeBlock } from '../../code/code-block.tsx';
import { useSite } from '../../router/router-context.tsx';
import { markSaved, useShownSecret } from '../../session/known-secrets.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, useCopy } from '../../ui/copy-button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useEntryForBack } from '../../ui/dialogs/use-back-closes.ts';
import { downloadFile } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { curlLine, envFile, envFileName, firstCallRequest } from './credentials.ts';
import { FirstCallPanel } from './first-call-panel.tsx';

interface KeyReadyProps {
  apiKey: CreatedApiToken;
  title?: string;
  /** What else there is to know. */
  more?: string | undefined;
  onDone: () => void;
  /** Other ways on, beside Done. */
  children?: ReactNode;
}

/** The moment people came for. */
export function KeyReady({ apiKey, title = 'Your API key is ready', more, onDone, children }: KeyReadyProps) {
  const { hosts, keys, provider, weather, firstCall } = useSite();
  const credentials = { clientId: apiKey.external_id, secret: apiKey.token };
  const [now] = useState(() => new Date());
  const [place, setPlace] = useState(firstPlace);
  const request = weather ? firstCallRequest(hosts.forecasts, now, pairOf(place)) : firstCall?.request;
  const { copied, copy } = useCopy(apiKey.token);
  const copyIcon = copied ? Check : Copy;
  useShownSecret();
  useEntryForBack();
  const download = () => {
    const text = envFile(credentials, keys.environment);
    downloadFile(envFileName(provider.name), text);
    markSaved(text);
  };
  return (
    <div className="key-ready">
      <DialogHeading title={title}>
        Keep it now: once this page is reloaded or closed, nobody can show it again. {more}
      </DialogHeading>
      <div className="key-ready-part">
        <output className="key-ready-secret" aria-label="API key">
          {apiKey.token}
        </output>
        <p className="key-ready-client">
          Client ID
          <code>{apiKey.external_id}</code>
          <CopyButton text={apiKey.external_id} label="Copy client ID" />
        </p>
      </div>
      <FirstCallPanel
        request={request}
        credentials={credentials}
        place={weather ? place : undefined}
        onPlace={setPlace}
      >
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon of={copyIcon} size={17} />
          Copy key
        </Button>
        <Button variant="secondary" onClick={download}>
          <Icon of={Download} size={17} />
          Download .env
        </Button>
      </FirstCallPanel>
      {request && (
        <CodeBlock
          title="Try it in a terminal"
          grammar="bash"
          text={curlLine(credentials, addressOf(request))}
        />
      )}
      <div className="key-ready-foot">
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        {children}
      </div>
    </div>
  );
}
