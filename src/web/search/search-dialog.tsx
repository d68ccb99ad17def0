import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { documentationSearch } from './load-index.ts';
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
  documentationSearch.load().catch(() => {
    // The dialog says what is wrong.
  });
}
