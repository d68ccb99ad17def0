import { FlaskConical } from 'lucide-react';
import { sandboxName, sandboxWords } from '../../content/sandbox-sentence.ts';
import { useSite } from '../router/router-context.tsx';

export function SandboxLine() {
  const { sandbox } = useSite();
  if (!sandbox) return null;
  const { before, after } = sandboxWords(sandbox);
  return (
    <section className="sandbox-line" aria-label="About this portal">
      <FlaskConical size={14} aria-hidden="true" />
      <p>
        {before}
        <b>{sandboxName}</b>
        {after}
      </p>
    </section>
  );
}
