import './back-link.css';
import { ArrowLeft } from 'lucide-react';

export function BackLink({ onClick }: { onClick: () => void }) {
  return (
    <p className="dialog-footer">
      <button type="button" className="link back-link" onClick={onClick}>
        <ArrowLeft size={15} aria-hidden="true" />
        Back
      </button>
    </p>
  );
}
