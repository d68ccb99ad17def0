import { ArrowLeft } from 'lucide-react';

export function BackLink({ onClick }: { onClick: () => void }) {
  return (
    <p className="dialog-footer">
      <button type="button" className="link inline-flex items-center gap-1.5" onClick={onClick}>
        <ArrowLeft size={15} aria-hidden="true" />
        Back
      </button>
    </p>
  );
}
