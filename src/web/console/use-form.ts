import { useEffect, useMemo, useState } from 'react';
import type { EndpointDoc, Route } from '../../content/contract.ts';
import { readPermalink } from '../../content/requests/permalink.ts';
import { fillIn, requestOf, type Values } from '../../content/requests/request.ts';
import { sourcesOf, startValues } from '../../content/requests/start-values.ts';
import { inputsOf, routesOf } from '../../content/routes-of.ts';

/** How an example is read from the API, where there is someone in whose name to read it. */
type ReadExample = (path: string) => Promise<unknown>;

/** What is filled in: by a link, or with values that work at once. */
export function useForm({ name, doc }: { name: string; doc: EndpointDoc }, read: ReadExample | undefined) {
  const [linked] = useState(() => readPermalink(location.search, { name, doc }));
  const [openedMs] = useState(() => Date.now());
  const [answers, setAnswers] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [route, setRoute] = useState<Route>(linked?.route ?? doc.endpoint);
  const [typed, setTyped] = useState<Values | undefined>(linked?.values);

  const wantsExamples = linked === undefined && read !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the identity there is then
  useEffect(() => {
    if (!wantsExamples) return;
    let isWanted = true;
    Promise.all(sourcesOf(doc).map(async (path) => [path, await read(path)] as const)).then(
      (entries) => isWanted && setAnswers(new Map(entries)),
      () => {}, // The field stays empty, and says that it is needed.
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
  /** A field that was emptied stays so, whatever example arrives for it. */
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
    /** Returns what is filled in then. */
    setValue,
    setRoute: (path: string) => {
      setRoute(routesOf(doc).find((each) => each.path === path) ?? doc.endpoint);
      // Another path may take other values for the same field.
      setTyped(undefined);
    },
  };
}

export type Form = ReturnType<typeof useForm> & { errors: ReadonlyMap<string, string> };
