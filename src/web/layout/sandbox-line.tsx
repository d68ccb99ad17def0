import { FlaskConical } from 'lucide-react';
import { useSite } from '../router-context.tsx';

export function SandboxLine() {
  if (!useSite().sandbox) return null;
  return (
    <section className="sandbox-line" aria-label="About this portal">
      <FlaskConical size={14} aria-hidden="true" />
      <p>
        This portal runs on the <b>synthetic sandbox</b>: its weather is computed, not measured.
      </p>
    </section>
  );
}
