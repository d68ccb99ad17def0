import './consent-page.css';
import { useEffect, useState } from 'react';
import { consentCodes, type DecisionRequest, type OpenRequest } from '../../../oauth/contract.ts';
import { connectingApp, useAuth } from '../../session/auth-context.tsx';
import { PendingView, useFetched } from '../../session/use-fetched.tsx';
import { answerRequest, type OpenedRequest, openRequest } from './consent-calls.ts';
import { ConsentCard } from './consent-card.tsx';
import { FaultyCard, RedirectCard, StartCard, StoppedCard } from './other-cards.tsx';

const skeleton = 'consent-skeleton';

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
