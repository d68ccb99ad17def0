import './console.css';
import { Play, X } from 'lucide';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { Section } from '../../content/contract.ts';
import { codeInAll } from '../../content/requests/code.ts';
import { addressOf } from '../../content/requests/request.ts';
import { showCode, showSamples } from '../code/form-code.ts';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsSlow } from '../ui/use-is-slow.ts';
import { FieldControl } from './field-control.tsx';
import { AskForAccess, IdentityPicker } from './identity-picker.tsx';
import { AnswerView, bytesWords } from './response-view.tsx';
import { type ConsoleState, type Form, useConsole } from './use-console.ts';

interface ConsoleProps {
  section: Extract<Section, { kind: 'endpoint' }>;
  /** The endpoint's name in permalinks. */
  name: string;
  anchor: string;
  onClose: () => void;
}

/** A form for the endpoint's call, and its response. While the form is open, the page's samples show its code. */
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

interface ConsoleFormProps {
  form: Form;
  onSend: () => void;
  children: ReactNode;
}

/** Fields are in the order of the documentation. */
export function ConsoleForm({ form, onSend, children }: ConsoleFormProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form;
  useEffect(() => {
    if (errors.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors.size]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form ref={element} className="console-form" noValidate onSubmit={submit}>
      {form.routes.length > 1 && (
        <div className="console-field">
          <label htmlFor={id}>Path</label>
          <select
            id={id}
            className="console-input"
            value={form.route.path}
            onChange={(event) => form.setRoute(event.target.value)}
          >
            {form.routes.map(({ path, title }) => (
              <option key={path} value={path}>
                {title ? `${path}: ${title.toLowerCase()}` : path}
              </option>
            ))}
          </select>
        </div>
      )}
      {form.inputs.length > 0 && (
        <div className="console-fields">
          {form.inputs.map((parameter) => (
            <FieldControl
              key={`${form.route.path} ${parameter.name}`}
              parameter={parameter}
              path={form.route.path}
              value={form.values[parameter.name] ?? ''}
              error={errors.get(parameter.name)}
              onChange={(value) => form.setValue(parameter.name, value)}
            />
          ))}
        </div>
      )}
      {children}
    </form>
  );
}

export function CallBar({ console: { call, form, identity, permalink } }: { console: ConsoleState }) {
  const isCalling = call.state.phase === 'calling';
  const isSlow = useIsSlow(isCalling);
  const { download_only } = form.route;
  if (download_only)
    return (
      <div className="console-bar">
        <p className="console-note">
          {download_only} <AskForAccess />
        </p>
        <CopyButton words text={permalink} label="Copy link" />
      </div>
    );
  return (
    <div className="console-bar">
      <Button type="submit" disabled={!identity.chosen}>
        <Icon of={Play} size={15} />
        Send
      </Button>
      {isCalling && isSlow && (
        <Button variant="secondary" onClick={call.stop}>
          Stop
        </Button>
      )}
      <output className="console-progress">
        {call.state.phase === 'calling' && isSlow && `Receiving... ${bytesWords(call.state.bytes)}`}
      </output>
      <span className="console-keys">{isCalling ? 'Esc stops' : 'Ctrl or ⌘ + Enter'}</span>
      <CopyButton words text={permalink} label="Copy link" />
    </div>
  );
}
