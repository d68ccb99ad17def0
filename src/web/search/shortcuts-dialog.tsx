import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import './shortcuts-dialog.css';

const shortcuts = [
  ['Search', ['/', 'Ctrl K', '⌘ K']],
  ['Move in results, tabs and trees', ['↑', '↓', '←', '→']],
  ['Open what is chosen', ['↵']],
  ['Close what is open', ['Esc']],
  ['Go from one thing to the next', ['Tab']],
  ['This list', ['?']],
] as const;

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <DialogFrame open={open} onClose={onClose}>
      <DialogHeading title="Keyboard shortcuts" />
      <dl className="shortcuts">
        {shortcuts.map(([what, keys]) => (
          <div key={what} className="shortcuts-row">
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
}
