import { FlaskConical } from 'lucide';
import type { ApiName } from '../../content/contract.ts';
import { isSandboxed, sandboxName, sandboxWords } from '../../content/sandbox-sentence.ts';
import { useSite } from '../router/router-context.tsx';
import { Icon } from '../ui/icon.tsx';

/** A page about one API tells of that one alone. */
export function SandboxLine({ api }: { api: ApiName | undefined }) {
  const { sandbox } = useSite();
  if (!sandbox || (api && !isSandboxed(sandbox, api))) return null;
  const { before, after } = sandboxWords(sandbox);
  return (
    <section className="sandbox-line" aria-label="About this portal">
      <Icon of={FlaskConical} size={14} />
      <p>
        {before}
        <b>{sandboxName}</b>
        {after}
      </p>
    </section>
  );
}
