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
import type { Outcome } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';

/** The app's request, or why it can't be shown. */
export type OpenedRequest = OpenRequest | FaultyRequest | { stopped: ConsentCode; message: string };

const notOpened = "The app's request couldn't be loaded. Check your connection and try again.";
const notAnswered = "Your answer couldn't be sent. Check your connection and try again.";

/** Describes the request in the page's address. Each call opens it again. */
export async function openRequest(): Promise<Outcome<OpenedRequest>> {
  const body: AuthorizationRequest = { query: location.search.slice(1) };
  const outcome = await sendJson<AuthorizationAnswer>('POST', calls.authorizationRequests, notOpened, body);
  if (outcome.ok) return outcome;
  const stopped = consentCodes.find((code) => code === outcome.code);
  return stopped ? { ok: true, value: { stopped, message: outcome.message } } : outcome;
}

export const answerRequest = (id: string, body: DecisionRequest) =>
  sendJson<DecisionAnswer>('POST', calls.authorizationRequest(id), notAnswered, body);
