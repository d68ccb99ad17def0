import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiName, ApiRequest, EndpointDoc, Parameter, Route, Sandbox } from '../../content/contract.ts';
import { inputsOf, isInPath, routesOf } from '../../content/endpoint-routes.ts';
import { permalinkOf, readPermalink, sourcesOf, startValues } from '../../content/requests/form-values.ts';
import {
  addressOf,
  fieldProblems,
  filledValue,
  fillIn,
  requestOf,
  type Values,
} from '../../content/requests/request.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { apiErrorMessage, callApi } from '../api/call-api.ts';
import type { ApiOutcome, ApiQuota, ApiResponse, FetchOptions } from '../api/fetch-api.ts';
import type { ApiIdentity } from '../api/identity.ts';
import { usePath, useRouter, useSite } from '../router/router-context.tsx';
import { useIdentity } from './identity-picker.tsx';

interface NamedDoc {
  name: string;
  doc: EndpointDoc;
}

export function useConsole({ name, doc }: NamedDoc, anchor: string) {
  const site = useSite();
  const path = usePath();
  const { navigation } = useRouter();
  const { full_url, path: ownPath } = doc.endpoint;
  const api = full_url === site.hosts.forecasts + ownPath ? 'forecasts' : 'data';
  const identity = useIdentity({ api, access: doc.access });
  const form = useForm({ name, doc }, identity.readExample);
  const call = useCall(api, site.sandbox);
  const [wasTried, setWasTried] = useState(false);

  const linkOf = (values: Values) => `${path}${permalinkOf({ name, doc }, form.route, values)}#${anchor}`;

  function send(values: Values = form.values): void {
    setWasTried(true);
    const { chosen } = identity;
    const isComplete = fieldProblems(doc, form.route, values).size === 0;
    if (!isComplete || !chosen || form.route.download_only) return;
    const request = requestOf(doc, form.route, values);
    navigation.replace(linkOf(values));
    call.start({ request, values }, chosen, (options) =>
      callApi({ api, ...request }, chosen, { site, ...options }),
    );
  }

  const { state } = call;
  const errors = wasTried ? fieldProblems(doc, form.route, form.values) : new Map<string, string>();
  // Other errors are about the key or the server.
  if (state.phase === 'answered' && state.error && [400, 404].includes(state.response.status)) {
    const field = fieldOfError(state.error, form.inputs, form.route.path);
    // The message is not about a value that has been changed since.
    if (field && filledValue(state.values, field) === filledValue(form.values, field))
      errors.set(field, state.error);
  }
  const shown = call.last;
  return {
    isSandboxed: isSandboxed(site.sandbox, api),
    isOutdated: shown !== undefined && addressOf(shown.request) !== addressOf(form.request),
    form: { ...form, errors },
    identity,
    call,
    send,
    permalink: () => location.origin + linkOf(form.values),
  };
}

export type ConsoleState = ReturnType<typeof useConsole>;

/** The values come from a permalink, or from defaults that work at once. */
function useForm({ name, doc }: NamedDoc, readExample: ((path: string) => Promise<unknown>) | undefined) {
  const [linked] = useState(() => readPermalink(location.search, { name, doc }));
  const [openedMs] = useState(() => Date.now());
  const [examples, setExamples] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [route, setRoute] = useState<Route>(linked?.route ?? doc.endpoint);
  const [typed, setTyped] = useState<Values | undefined>(linked?.values);

  const needsExamples = linked === undefined && readExample !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: examples load once, with the first identity
  useEffect(() => {
    if (!needsExamples) return;
    let isCurrent = true;
    Promise.all(sourcesOf(doc).map(async (path) => [path, await readExample(path)] as const)).then(
      (entries) => isCurrent && setExamples(new Map(entries)),
      () => {}, // The field then stays empty and is marked as required.
    );
    return () => {
      isCurrent = false;
    };
  }, [doc, needsExamples]);

  const inputs = useMemo(() => inputsOf(doc, route.path), [doc, route]);
  const values = useMemo(
    () => ({ ...(linked ? {} : startValues(doc, route, openedMs, examples)), ...typed }),
    [linked, doc, route, openedMs, examples, typed],
  );
  const request = useMemo(() => requestOf(doc, route, values), [doc, route, values]);
  return {
    routes: routesOf(doc),
    route,
    inputs,
    values,
    request,
    ignored: linked?.ignored ?? [],
    /** A field that the user cleared stays empty, even if an example arrives later. */
    setValue(field: string, value: string): Values {
      const next = fillIn(inputs, values, field, value);
      const all = Object.fromEntries(inputs.map((input) => [input.name, next[input.name] ?? '']));
      setTyped(all);
      return all;
    },
    setRoute(path: string): void {
      setRoute(routesOf(doc).find((each) => each.path === path) ?? doc.endpoint);
      // Another path may need other values for the same field.
      setTyped(undefined);
    },
  };
}

interface Call {
  request: ApiRequest;
  values: Values;
}

/** How a call ended. */
export type CallResult = { identity: ApiIdentity } & (
  | /** `error` is the API's message, if the status is an error. */
  ({ phase: 'answered'; response: ApiResponse; error: string | undefined; askedAt: string } & Call)
  | {
      phase: 'failed';
      message: string;
      code: string | undefined;
      status: number;
      retryAtMs: number | undefined;
      request: ApiRequest;
    }
);

type CallState = { phase: 'idle' } | { phase: 'calling'; bytes: number } | CallResult;

/** Only one call runs at a time. A new call aborts the previous one. */
function useCall(api: ApiName, sandbox: Sandbox) {
  const [state, setState] = useState<CallState>({ phase: 'idle' });
  const [last, setLast] = useState<CallResult>();
  const [quota, setQuota] = useState<ApiQuota>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  function finish(result: CallResult): void {
    setState(result);
    setLast(result);
  }

  async function start(
    call: Call,
    identity: ApiIdentity,
    send: (options: FetchOptions) => Promise<ApiOutcome>,
  ): Promise<void> {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState({ phase: 'calling', bytes: 0 });
    const askedAt = new Date().toISOString();
    const outcome = await send({
      signal: own.signal,
      onBytes: (bytes) => current.current === own && setState({ phase: 'calling', bytes }),
    });
    if (current.current !== own) return;
    if (!outcome.ok) {
      const { message, code, status } = outcome;
      const retryAtMs = 'retryAtMs' in outcome ? outcome.retryAtMs : undefined;
      const { request } = call;
      return finish({ phase: 'failed', identity, message, code, status, retryAtMs, request });
    }
    const response = outcome.value;
    if (response.quota) setQuota(response.quota);
    const error = response.status < 400 ? undefined : apiErrorMessage(response, api, sandbox);
    finish({ phase: 'answered', identity, response, error, askedAt, ...call });
  }
  /** `last` stays on the page while the next call runs. */
  return { state, last, quota, start, stop: () => current.current?.abort() };
}

/** Returns the field that an error message is about: the first one it names, or one whose format it names. */
export function fieldOfError(message: string, inputs: Parameter[], path: string): string | undefined {
  const [first] = inputs
    .map(({ name }) => ({ name, index: message.search(new RegExp(`(?<![\\w.])${name}(?![\\w.]\\w)`)) }))
    .filter(({ index }) => index >= 0)
    .sort((one, other) => one.index - other.index);
  if (first) return first.name;
  const lower = message.toLowerCase();
  const inPath = inputs.filter(({ name }) => isInPath(name, path));
  const field =
    inputs.find(({ format = '' }) => longWords(format).some((word) => lower.includes(word))) ??
    // An unknown mission, variable or level is part of the path.
    inPath.find(({ name }) => lower.includes(`unknown ${name}`)) ??
    inPath[0] ??
    (lower.includes('run') ? inputs.find(({ name }) => name === 'initialization_time') : undefined);
  return field?.name;
}

const longWords = (format: string) => format.toLowerCase().match(/[a-z]{8,}/g) ?? [];
