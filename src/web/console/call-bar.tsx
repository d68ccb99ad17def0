import { Play } from 'lucide';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsSlow } from '../ui/use-is-slow.ts';
import { bytesWords } from './answer/words.ts';
import { AskForAccess } from './ask-for-access.tsx';
import type { ConsoleState } from './use-console.ts';

/** Send, stop, and a link to the form as it is filled in. */
export function CallBar({ console: { call, form, identity, permalink } }: { console: ConsoleState }) {
  const isCalling = call.state.phase === 'calling';
  const isSlow = useIsSlow(isCalling);
  const { download_only } = form.route;
  if (download_only)
    return (
      <div className="console-bar">
        <p className="console-note">
          {download_only} <AskForAccess />
        </p>
        <CopyButton words text={permalink} label="Copy link" />
      </div>
    );
  return (
    <div className="console-bar">
      <Button type="submit" disabled={!identity.chosen}>
        <Icon of={Play} size={15} />
        Send
      </Button>
      {isCalling && isSlow && (
        <Button variant="secondary" onClick={call.stop}>
          Stop
        </Button>
      )}
      <output className="console-progress">
        {call.state.phase === 'calling' && isSlow && `Receiving... ${bytesWords(call.state.bytes)}`}
      </output>
      <span className="console-keys">{isCalling ? 'Esc stops' : 'Ctrl or ⌘ + Enter'}</span>
      <CopyButton words text={permalink} label="Copy link" />
    </div>
  );
}
