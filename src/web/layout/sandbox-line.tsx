import { FlaskConical } from 'lucide-react';
import { useSite } from '../router-context.tsx';

export function SandboxLine() {
  if (!useSite().sandbox) return null;
  return (
    <p className="sandbox-line">
      <FlaskConical size={14} aria-hidden="true" />
      <span>
        This portal runs on the <b>synthetic sandbox</b>: its weather is computed, not measured.
      </span>
    </p>
  );
}
