import type {
  CreateTokenAnswer,
  CreateTokenRequest,
  DeleteTokenAnswer,
  RenameTokenAnswer,
  RenameTokenRequest,
  TokensAnswer,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import type { Outcome } from '../session/outcome.ts';
import { receiveJson, sendJson } from '../session/send.ts';

type Given<Answer> = Extract<Answer, { success: true }>;

export const listKeys = (): Promise<Outcome<TokensAnswer>> => receiveJson(calls.apiTokens);

export const createKey = (request: CreateTokenRequest): Promise<Outcome<Given<CreateTokenAnswer>>> =>
  sendJson('POST', calls.apiTokens, request);

export const renameKey = (
  id: string,
  request: RenameTokenRequest,
): Promise<Outcome<Given<RenameTokenAnswer>>> => sendJson('PUT', calls.apiToken(id), request);

export const deleteKey = (id: string): Promise<Outcome<Given<DeleteTokenAnswer>>> =>
  sendJson('DELETE', calls.apiToken(id));
