import { useEffect, useMemo, useRef, useState } from 'react';
import type { ApiName, EndpointDoc, Parameter, Route, Sandbox } from '../../content/contract.ts';
import { permalinkOf, readPermalink } from '../../content/requests/permalink.ts';
import {
  type ApiRequest,
  addressOf,
  filledValue,
  fillIn,
  missingIn,
  requestOf,
  type Values,
} from '../../content/requests/request.ts';
import { sourcesOf, startValues } from '../../content/requests/start-values.ts';
import { inputsOf, isInPath, routesOf } from '../../content/routes-of.ts';
import { apiSentence, callApi } from '../api/call-api.ts';
import type { ApiAnswer, ApiOutcome, ApiQuota, FetchOptions } from '../api/fetch-api.ts';
import { useNavigation, usePath, useSite } from '../router/router-context.tsx';
import { useIdentity } from './identity-picker.tsx';

interface NamedDoc {
  name: string;
  doc: EndpointDoc;
}

/** The form, the identity, and the state of the call. */
export function useConsole({ name, doc }: NamedDoc, anchor: string) {
  const site = useSite();
  const path = usePath();
  const navigation = useNavigation();
  const { full_url, path: ownPath } = doc.endpoint;
  const api = full_url === site.hosts.forecasts + ownPath ? 'forecasts' : 'data';
  const identity = useIdentity({ api, access: doc.access });
  const form = useForm({ name, doc }, identity.forExamples);
  const call = useCall(api, site.sandbox);
  const [wasTried, setWasTried] = useState(false);

  const linkOf = (values: Values) => `${path}${permalinkOf({ name, doc }, form.route, values)}#${anchor}`;

  function send(values: Values = form.values): void {
    setWasTried(true);
    const isComplete = missingIn(doc, form.route, values).size === 0;
    if (!isComplete || !identity.chosen || form.route.download_only) return;
    const asked = identity.chosen;
    const request = requestOf(doc, form.route, values);
    navigation().replace(linkOf(values));
    call.start({ request, values }, (options) => callApi({ api, ...request }, asked, { site, ...options }));
  }

  const errors = wasTried ? missingIn(doc, form.route, form.values) : new Map<string, string>();
  if (call.state.phase === 'answered' && call.state.refusal) {
    const field = fieldOfError(call.state.refusal, form.inputs, form.route.path);
    // The message is not about a value that has been changed since.
    if (field && filledValue(call.state.values, field) === filledValue(form.values, field))
      errors.set(field, call.state.refusal);
  }
  const isOutdated =
    call.state.phase === 'answered' && addressOf(call.state.request) !== addressOf(form.request);
  return {
    isOutdated,
    form: { ...form, errors },
    identity,
    call,
    send,
    permalink: () => location.origin + linkOf(form.values),
  };
}

export type ConsoleState = ReturnType<typeof useConsole>;

/** Reads an example value from the API. Undefined if no identity can read it. */
type ReadExample = (path: string) => Promise<unknown>;

/** The values come from a permalink, or from defaults that work at once. */
function useForm({ name, doc }: { name: string; doc: EndpointDoc }, read: ReadExample | undefined) {
  const [linked] = useState(() => readPermalink(location.search, { name, doc }));
  const [openedMs] = useState(() => Date.now());
  const [answers, setAnswers] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [route, setRoute] = useState<Route>(linked?.route ?? doc.endpoint);
  const [typed, setTyped] = useState<Values | undefined>(linked?.values);

  const wantsExamples = linked === undefined && read !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: examples load once, with the first identity
  useEffect(() => {
    if (!wantsExamples) return;
    let isWanted = true;
    Promise.all(sourcesOf(doc).map(async (path) => [path, await read(path)] as const)).then(
      (entries) => isWanted && setAnswers(new Map(entries)),
      () => {}, // The field then stays empty and is marked as required.
    );
    return () => {
      isWanted = false;
    };
  }, [doc, wantsExamples]);

  const inputs = useMemo(() => inputsOf(doc, route.path), [doc, route]);
  const started = useMemo(
    () => (linked ? {} : startValues(doc, route, openedMs, answers)),
    [linked, doc, route, openedMs, answers],
  );
  const values = useMemo(() => ({ ...started, ...typed }), [started, typed]);
  const request = useMemo(() => requestOf(doc, route, values), [doc, route, values]);
  /** A field that the user cleared stays empty, even if an example arrives later. */
  const setValue = (field: string, value: string): Values => {
    const next = fillIn(inputs, values, field, value);
    const whole = Object.fromEntries(inputs.map((input) => [input.name, next[input.name] ?? '']));
    setTyped(whole);
    return whole;
  };
  return {
    routes: routesOf(doc),
    route,
    inputs,
    values,
    request,
    ignored: linked?.ignored ?? [],
    setValue,
    setRoute: (path: string) => {
      setRoute(routesOf(doc).find((each) => each.path === path) ?? doc.endpoint);
      // Another path may need other values for the same field.
      setTyped(undefined);
    },
  };
}

export type Form = ReturnType<typeof useForm> & { errors: ReadonlyMap<string, string> };

interface Asked {
  request: ApiRequest;
  values: Values;
}

export type CallState =
  | { phase: 'idle' }
  | { phase: 'calling'; bytes: number }
  /** The API's error message, if the status is an error. */
  | ({ phase: 'answered'; answer: ApiAnswer; refusal: string | undefined; askedAt: string } & Asked)
  | { phase: 'failed'; message: string; code: string | undefined; request: ApiRequest };

/** Only one call runs at a time. A new call aborts the previous one. */
function useCall(api: ApiName, sandbox: Sandbox) {
  const [state, setState] = useState<CallState>({ phase: 'idle' });
  const [quota, setQuota] = useState<ApiQuota>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function start(asked: Asked, call: (options: FetchOptions) => Promise<ApiOutcome>): Promise<void> {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    setState({ phase: 'calling', bytes: 0 });
    const askedAt = new Date().toISOString();
    const outcome = await call({
      signal: mine.signal,
      onBytes: (bytes) => current.current === mine && setState({ phase: 'calling', bytes }),
    });
    if (current.current !== mine) return;
    if (!outcome.ok) {
      const { message, code } = outcome;
      return setState({ phase: 'failed', message, code, request: asked.request });
    }
    const answer = outcome.value;
    if (answer.quota) setQuota(answer.quota);
    const refusal = answer.status < 400 ? undefined : apiSentence(answer.body, api, sandbox);
    setState({ phase: 'answered', answer, refusal, askedAt, ...asked });
  }

  return { state, quota, start, stop: () => current.current?.abort() };
}

/** Returns the field that an error message is about: the first one it names, or one whose format it names. */
export function fieldOfError(sentence: string, inputs: Parameter[], path: string): string | undefined {
  const named = inputs
    .map(({ name }) => ({ name, at: wordAt(sentence, name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (named[0]) return named[0].name;
  const lower = sentence.toLowerCase();
  const formed = inputs.find(({ format = '' }) => wordsOf(format).some((word) => lower.includes(word)));
  if (formed) return formed.name;
  // An unknown mission, variable or level is part of the path.
  const spoken = inputs.find(({ name }) => isInPath(name, path) && lower.includes(`unknown ${name}`));
  if (spoken) return spoken.name;
  return inputs.filter(({ name }) => isInPath(name, path)).at(0)?.name ?? runField(lower, inputs);
}

const runField = (lower: string, inputs: Parameter[]) =>
  lower.includes('run') ? inputs.find(({ name }) => name === 'initialization_time')?.name : undefined;

const wordAt = (sentence: string, name: string) =>
  sentence.search(new RegExp(`(?<![\\w.])${name}(?![\\w.]\\w)`));

const wordsOf = (format: string) => format.toLowerCase().match(/[a-z]{8,}/g) ?? [];
