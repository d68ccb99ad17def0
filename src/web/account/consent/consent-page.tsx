import './consent-page.css';
import { useEffect, useState } from 'react';
import {
  type AuthorizationAnswer,
  type AuthorizationRequest,
  type ConsentCode,
  consentCodes,
  type DecisionAnswer,
  type DecisionRequest,
  type FaultyRequest,
  type OpenRequest,
} from '../../../oauth/contract.ts';
import { calls } from '../../../urls.ts';
import { connectingApp, useAuth } from '../../session/auth-context.tsx';
import type { Outcome } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';
import { PendingView, useFetched } from '../../session/use-fetched.tsx';
import { ConsentCard } from './consent-card.tsx';
import { FaultyCard, RedirectCard, StartCard, StoppedCard } from './other-cards.tsx';

const skeleton = 'consent-skeleton';

/** The app's request, or why it can't be shown. */
type OpenedRequest = OpenRequest | FaultyRequest | { stopped: ConsentCode; message: string };

const notOpened = "The app's request couldn't be loaded. Check your connection and try again.";
const notAnswered = "Your answer couldn't be sent. Check your connection and try again.";

/** Describes the request in the page's address. Each call opens it again. */
async function openRequest(): Promise<Outcome<OpenedRequest>> {
  const body: AuthorizationRequest = { query: location.search.slice(1) };
  const outcome = await sendJson<AuthorizationAnswer>('POST', calls.authorizationRequests, notOpened, body);
  if (outcome.ok) return outcome;
  const stopped = consentCodes.find((code) => code === outcome.code);
  return stopped ? { ok: true, value: { stopped, message: outcome.message } } : outcome;
}

const answerRequest = (id: string, body: DecisionRequest) =>
  sendJson<DecisionAnswer>('POST', calls.authorizationRequest(id), notAnswered, body);

/** The page on which a person allows an app to use the MCP server. The page's address has the app's request. */
export function ConsentPage() {
  const { state } = useAuth();
  useEffect(() => {
    addEventListener('pageshow', reloadIfKept);
    return () => removeEventListener('pageshow', reloadIfKept);
  }, []);
  if (state === 'loading')
    return <PendingView state={{ phase: 'loading' }} retry={() => {}} skeleton={skeleton} />;
  return location.search === '' ? <StartCard /> : <Request />;
}

/** Going back can restore the page from the browser's cache, with a request that was answered already. */
const reloadIfKept = (event: PageTransitionEvent) => event.persisted && location.reload();

interface SentAnswer {
  request: OpenRequest;
  isAllowed: boolean;
  address: string;
}

function Request() {
  const { user, errorMessage } = useAuth();
  // The request is opened again for each account.
  const { state, retry, reload } = useFetched(openRequest, user?.email);
  const [answered, setAnswered] = useState<SentAnswer>();
  const [notice, setNotice] = useState<string>();
  useConnectingApp(state.phase === 'loaded' ? state.value : undefined);

  async function answer(request: OpenRequest, decision: DecisionRequest['decision']) {
    const account = request.account?.email;
    const outcome = await answerRequest(request.id, { decision, account });
    if (outcome.ok) {
      const address = outcome.value.redirect_to;
      setAnswered({ request, isAllowed: decision === 'allow', address });
      location.assign(address);
      return undefined;
    }
    const message = errorMessage(outcome);
    // The request that is shown can't be answered any more. The address still has it.
    if (!consentCodes.some((code) => code === outcome.code)) return message;
    setNotice(message);
    await reload();
    return undefined;
  }

  if (answered) return <RedirectCard {...answered} />;
  if (state.phase !== 'loaded') return <PendingView state={state} retry={retry} skeleton={skeleton} />;
  const request = state.value;
  if ('stopped' in request) return <StoppedCard {...request} onRetry={retry} />;
  if ('problem' in request) return <FaultyCard request={request} />;
  return <ConsentCard request={request} notice={notice} onAnswer={(decision) => answer(request, decision)} />;
}

/** The dialogs for signing in and signing up name the app. */
function useConnectingApp(request: OpenedRequest | undefined): void {
  const name = request && 'client' in request ? request.client.name : undefined;
  useEffect(() => {
    connectingApp.set(name);
    return () => connectingApp.set(undefined);
  }, [name]);
}
