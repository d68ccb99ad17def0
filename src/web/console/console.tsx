import './console.css';
import { X } from 'lucide';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef } from 'react';
import type { Section } from '../../content/contract.ts';
import { codeInAll } from '../../content/requests/code.ts';
import { addressOf } from '../../content/requests/request.ts';
import { showCode, showSamples } from '../code/shown-code.ts';
import { useSite } from '../router/router-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { AnswerView } from './answer/answer-view.tsx';
import { CallBar } from './call-bar.tsx';
import { ConsoleForm } from './console-form.tsx';
import { IdentityPicker } from './identity-picker.tsx';
import { useConsole } from './use-console.ts';

interface ConsoleProps {
  section: Extract<Section, { kind: 'endpoint' }>;
  /** Of the endpoint, in permalinks. */
  name: string;
  anchor: string;
  onClose: () => void;
}

/** The endpoint as a form, its call, and the answer as what it is. The page's code is that of the form meanwhile. */
export function Console({ section, name, anchor, onClose }: ConsoleProps) {
  const console = useConsole({ name, doc: section.endpoint }, anchor);
  const { form, call, identity, send } = console;
  const heading = useId();
  const box = useRef<HTMLElement>(null);

  const address = addressOf(form.request);
  const { environment } = useSite().keys;
  const texts = useDeferredValue(form.request);
  useEffect(() => showCode(section.file, codeInAll(texts, environment)), [section.file, texts, environment]);
  useEffect(() => () => showSamples(section.file), [section.file]);
  useEffect(
    () => box.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true }),
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && call.state.phase === 'calling') {
      event.stopPropagation();
      call.stop();
    }
  };
  return (
    <section className="console" aria-labelledby={heading} ref={box} onKeyDown={onKeyDown}>
      <header className="console-head">
        <h4 id={heading}>Try it: {section.endpoint.title}</h4>
        <button type="button" className="icon-button" aria-label="Close the form" onClick={onClose}>
          <Icon of={X} size={16} />
        </button>
      </header>
      {form.ignored.length > 0 && (
        <p className="console-note" role="status">
          The link also held what this form does not take, and it was left out: {form.ignored.join(', ')}.
        </p>
      )}
      <ConsoleForm form={form} onSend={send}>
        <p className="console-address">
          <code title={address}>GET {address.slice(form.request.base.length)}</code>
          <CopyButton text={address} label="Copy the address" />
        </p>
        {!form.route.download_only && (
          <IdentityPicker identity={identity} access={section.endpoint.access} quota={call.quota} />
        )}
        <CallBar console={console} />
      </ConsoleForm>
      {console.isOutdated && (
        <p className="console-note console-outdated" role="status">
          The form has changed since this answer: send it again.
        </p>
      )}
      <AnswerView
        state={call.state}
        doc={section.endpoint}
        name={name}
        onNextPage={(since) => send(form.setValue('since', since))}
      />
    </section>
  );
}
