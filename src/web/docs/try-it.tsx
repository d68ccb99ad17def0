import { useEffect, useState } from 'react';
import type { Section } from '../../content/contract.ts';
import { Button } from '../ui/button.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

interface TryItProps {
  section: Extract<Section, { kind: 'endpoint' }>;
  anchor: string;
}

const consoleCode = onDemand(() => import('../console/console.tsx'));

/** A button, and when it was pressed a form. A link may ask for the form, and never for the call. */
export function TryIt({ section, anchor }: TryItProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { value: code, failure, retry } = useOnDemand(consoleCode, isOpen);
  const name = section.file.replace(/\.yaml$/, '');
  useEffect(() => {
    if (new URLSearchParams(location.search).get('try') === name) setIsOpen(true);
  }, [name]);
  if (isOpen && code)
    return <code.Console section={section} name={name} anchor={anchor} onClose={() => setIsOpen(false)} />;
  return (
    <div className="try-it">
      <Button
        size="small"
        loading={isOpen && !failure}
        aria-label={`Try it: ${section.endpoint.title}`}
        onClick={() => (failure ? retry() : setIsOpen(true))}
      >
        Try it
      </Button>
      {failure && (
        <span role="alert">The form could not be loaded. Check your connection and try again.</span>
      )}
    </div>
  );
}
