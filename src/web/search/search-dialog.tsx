import { DialogFrame, DialogHeading } from '../ui/dialog-frame.tsx';
import { loadSearch } from './load-index.ts';
import { SearchPanel } from './search-panel.tsx';
import './search-dialog.css';

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <DialogFrame open={open} onClose={onClose}>
      <DialogHeading title="Search the documentation" />
      <SearchPanel onClose={onClose} />
    </DialogFrame>
  );
}

export function preloadIndex(): void {
  loadSearch().catch(() => {
    // The dialog says what is wrong.
  });
}
