import './console.css';
import { Play, X } from 'lucide';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import type { EndpointDoc, Section } from '../../content/contract.ts';
import { gridBytes } from '../../content/requests/answer-size.ts';
import { codeWithJavaScript } from '../../content/requests/javascript.ts';
import { addressOf, filledValue } from '../../content/requests/request.ts';
import { pluralize } from '../../pictures/format.ts';
import { costOf, placesPerRequest } from '../../weather/call-cost.ts';
import { showFormCode, showSamples } from '../code/form-code.ts';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsSlow } from '../ui/use-is-slow.ts';
import { FieldControl } from './field-control.tsx';
import { IdentityPicker, RequestAllAccess } from './identity-picker.tsx';
import { formatBytes, ResponseView } from './response-view.tsx';
import { type ConsoleState, useConsole } from './use-console.ts';

interface ConsoleProps {
  section: Extract<Section, { kind: 'endpoint' }>;
  name: string;
  anchor: string;
  /** Where the page shows the response, in place of its example. */
  responseSlot: RefObject<HTMLElement | null>;
  /** Called when the first response replaces the example, and when the form closes. */
  onLive: (isLive: boolean) => void;
  onClose: () => void;
}

/** A form for the endpoint's call, and its response. While the form is open, the page's samples show its code. */
export function Console({
  section: { endpoint, file },
  name,
  anchor,
  responseSlot,
  onLive,
  onClose,
}: ConsoleProps) {
  const console = useConsole({ name, doc: endpoint }, anchor);
  const { form, call, identity, send } = console;
  const heading = useId();
  const box = useRef<HTMLElement>(null);

  const address = addressOf(form.request);
  const { environment } = useSite().keys;
  const request = useDeferredValue(form.request);
  useEffect(() => showFormCode(file, codeWithJavaScript(request, environment)), [file, request, environment]);
  useEffect(() => () => showSamples(file), [file]);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  const hasResponse = call.last !== undefined;
  useEffect(() => onLive(hasResponse), [onLive, hasResponse]);
  useEffect(() => () => onLive(false), [onLive]);

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
        <h4 id={heading}>Try it: {endpoint.title}</h4>
        <CopyButton words text={console.permalink} label="Copy link" />
        <button type="button" className="icon-button" aria-label="Close form" onClick={onClose}>
          <Icon of={X} size={16} />
        </button>
      </header>
      {form.ignored.length > 0 && (
        <p className="console-note" role="status">
          Parameters in the link that this form doesn't have were ignored: {form.ignored.join(', ')}.
        </p>
      )}
      <ConsoleForm console={console}>
        <p className="console-address">
          <code title={address}>GET {address.slice(form.request.base.length)}</code>
          <CopyButton text={address} label="Copy URL" />
        </p>
        {!form.route.download_only && (
          <IdentityPicker identity={identity} access={endpoint.access} quota={call.quota} />
        )}
        <CallBar console={console}>
          <CallPrice console={console} doc={endpoint} />
        </CallBar>
      </ConsoleForm>
      {responseSlot.current &&
        createPortal(
          <ResponseView
            console={console}
            doc={endpoint}
            name={name}
            onNextPage={(since) => send(form.setValue('since', since))}
          />,
          responseSlot.current,
        )}
    </section>
  );
}

function ConsoleForm({ console: { form, send }, children }: { console: ConsoleState; children: ReactNode }) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { errors, route, routes } = form;
  useEffect(() => {
    if (errors.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors.size]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form ref={element} className="console-form" noValidate onSubmit={submit}>
      {routes.length > 1 && (
        <div className="console-field">
          <label htmlFor={id}>Path</label>
          <select
            id={id}
            className="console-input"
            value={route.path}
            onChange={(event) => form.setRoute(event.target.value)}
          >
            {routes.map(({ path, title }) => (
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
              key={`${route.path} ${parameter.name}`}
              parameter={parameter}
              path={route.path}
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

interface CallBarProps {
  console: ConsoleState;
  children: ReactNode;
}

/** It stays at the bottom of the window while the form is longer than that. */
function CallBar({ console: { call, form, identity }, children }: CallBarProps) {
  const { state, stop } = call;
  const isCalling = state.phase === 'calling';
  const isSlow = useIsSlow(isCalling);
  const { download_only } = form.route;
  if (download_only)
    return (
      <div className="console-bar">
        <p className="console-note">
          {download_only} <RequestAllAccess />
        </p>
      </div>
    );
  return (
    <div className="console-bar">
      <Button type="submit" disabled={!identity.chosen}>
        <Icon of={Play} size={15} />
        Send
      </Button>
      {isSlow && isCalling && (
        <Button variant="secondary" onClick={stop}>
          Stop
        </Button>
      )}
      <output className="console-progress">
        {isSlow && isCalling && `Receiving... ${formatBytes(state.bytes)}`}
      </output>
      {!(isSlow && isCalling) && children}
      <span className="console-keys">{isCalling ? 'Esc to stop' : 'Ctrl or ⌘ + Enter'}</span>
    </div>
  );
}

/** The cost is shown where it is our own rule, and the file's size where it is known. */
function CallPrice({ console: { form, isSandboxed }, doc }: { console: ConsoleState; doc: EndpointDoc }) {
  const bytes = gridBytes(doc, form.values);
  const coordinates = form.inputs.some(({ name }) => name === 'coordinates');
  const cost = costOf(coordinates ? filledValue(form.values, 'coordinates') : undefined);
  const parts = [
    ...(bytes === undefined ? [] : [`About ${formatBytes(bytes)}`]),
    ...(isSandboxed ? [`${pluralize(cost, 'call')} of the hourly quota`] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p
      className="console-price"
      title={coordinates && isSandboxed ? `One call for every ${placesPerRequest} places.` : undefined}
    >
      {parts.join(' · ')}
    </p>
  );
}
