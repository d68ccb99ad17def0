import './back-link.css';
import { ArrowLeft } from 'lucide';
import { Icon } from './icon.tsx';

export const BackLink = ({ onClick }: { onClick: () => void }) => (
  <p className="dialog-footer">
    <button type="button" className="link back-link" onClick={onClick}>
      <Icon of={ArrowLeft} size={15} />
      Back
    </button>
  </p>
);
