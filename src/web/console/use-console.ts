import { useState } from 'react';
import type { EndpointDoc } from '../../content/contract.ts';
import { permalinkOf } from '../../content/requests/permalink.ts';
import { addressOf, filledValue, missingIn, requestOf, type Values } from '../../content/requests/request.ts';
import { callApi } from '../api/call-api.ts';
import { useNavigation, usePath, useSite } from '../router/router-context.tsx';
import { useCall } from './answer/use-call.ts';
import { fieldOfError } from './error-field.ts';
import { useForm } from './use-form.ts';
import { useIdentity } from './use-identity.ts';

interface NamedDoc {
  name: string;
  doc: EndpointDoc;
}

/** The form, who asks, and what came of it. */
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
    // What has been changed since is not what was refused.
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
