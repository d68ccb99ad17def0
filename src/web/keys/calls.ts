import type {
  ChangeExpiryRequest,
  CreateTokenAnswer,
  CreateTokenRequest,
  DeleteTokenAnswer,
  DiscardSecretRequest,
  RenameTokenAnswer,
  RenameTokenRequest,
  RotateTokenRequest,
  TokensAnswer,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import type { Given, Outcome } from '../session/outcome.ts';
import { getJson, sendJson } from '../session/send.ts';

export const listKeys = (): Promise<Outcome<TokensAnswer>> =>
  getJson(calls.apiTokens, 'Failed to fetch API tokens');

export const createKey = (
  body: CreateTokenRequest,
  fallback = 'Failed to create API key',
): Promise<Outcome<Given<CreateTokenAnswer>>> =>
  sendJson({ method: 'POST', url: calls.apiTokens, body, fallback });

export const renameKey = (id: string, body: RenameTokenRequest): Promise<Outcome<Given<RenameTokenAnswer>>> =>
  sendJson({ method: 'PUT', url: calls.apiToken(id), body, fallback: 'Failed to update API key name' });

export const changeExpiry = (
  id: string,
  body: ChangeExpiryRequest,
): Promise<Outcome<Given<RenameTokenAnswer>>> =>
  sendJson({
    method: 'PUT',
    url: calls.tokenExpiry(id),
    body,
    fallback: 'The end of the key could not be changed',
  });

export const deleteKey = (id: string): Promise<Outcome<Given<DeleteTokenAnswer>>> =>
  sendJson({ method: 'DELETE', url: calls.apiToken(id), fallback: 'Failed to delete API key' });

export const rotateKey = (id: string, body: RotateTokenRequest): Promise<Outcome<Given<CreateTokenAnswer>>> =>
  sendJson({ method: 'POST', url: calls.rotateToken(id), body, fallback: 'Failed to rotate API key' });

export const revokeOldSecret = (id: string): Promise<Outcome<Given<RenameTokenAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.revokeOldSecret(id),
    body: {},
    fallback: 'Failed to revoke the old secret',
  });

export const discardNewSecret = (
  id: string,
  body: DiscardSecretRequest,
): Promise<Outcome<Given<RenameTokenAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.discardNewSecret(id),
    body,
    fallback: 'Failed to discard the new secret',
  });
