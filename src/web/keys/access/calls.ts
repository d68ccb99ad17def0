import type {
  AccessRequestsAnswer,
  NewAccessRequest,
  NewAccessRequestAnswer,
  WithdrawAnswer,
} from '../../../keys/contract.ts';
import { calls } from '../../../urls.ts';
import type { Given, Outcome } from '../../session/outcome.ts';
import { getJson, sendJson } from '../../session/send.ts';

export const listRequests = (): Promise<Outcome<AccessRequestsAnswer>> =>
  getJson(calls.accessRequests, 'Your requests could not be loaded.');

export const askForAccess = (body: NewAccessRequest): Promise<Outcome<Given<NewAccessRequestAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.accessRequests,
    body,
    fallback: 'The request could not be sent. Check your connection and try again.',
  });

export const withdrawRequest = (id: string): Promise<Outcome<Given<WithdrawAnswer>>> =>
  sendJson({
    method: 'DELETE',
    url: calls.accessRequest(id),
    fallback: 'The request could not be withdrawn. Check your connection and try again.',
  });
