import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeletionRequest,
  EmailCodeRequest,
  EndSessionsAnswer,
  ExportRequest,
  OwnAccount,
  RenameAnswer,
  RenameRequest,
  UndoEmailAnswer,
  UndoEmailRequest,
} from '../../../account-settings/contract.ts';
import type { PlainAnswer, SendCodeAnswer } from '../../../accounts/contract.ts';
import { calls } from '../../../urls.ts';
import type { Given, Outcome } from '../../session/outcome.ts';
import { getJson, sendJson } from '../../session/send.ts';

const notSaved = 'The change could not be saved. Check your connection and try again.';

export const showAccount = (): Promise<Outcome<OwnAccount>> =>
  getJson(calls.account, 'Your account could not be loaded. Check your connection and try again.');

export const rename = (body: RenameRequest): Promise<Outcome<Given<RenameAnswer>>> =>
  sendJson({ method: 'PUT', url: calls.accountName, body, fallback: notSaved });

export const changePassword = (body: ChangePasswordRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({ method: 'PUT', url: calls.accountPassword, body, fallback: notSaved });

export const sendEmailCode = (body: EmailCodeRequest): Promise<Outcome<Given<SendCodeAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.accountEmailCode,
    body,
    fallback: 'The code could not be sent. Check your connection and try again.',
  });

export const changeEmail = (body: ChangeEmailRequest): Promise<Outcome<Given<RenameAnswer>>> =>
  sendJson({ method: 'PUT', url: calls.accountEmail, body, fallback: notSaved });

export const undoEmail = (body: UndoEmailRequest): Promise<Outcome<Given<UndoEmailAnswer>>> =>
  sendJson({ method: 'POST', url: calls.undoEmail, body, fallback: notSaved });

export const endOtherSessions = (): Promise<Outcome<Given<EndSessionsAnswer>>> =>
  sendJson({
    method: 'DELETE',
    url: calls.accountSessions,
    fallback: 'The other sessions could not be ended. Check your connection and try again.',
  });

export const exportData = (body: ExportRequest): Promise<Outcome<object>> =>
  sendJson({
    method: 'POST',
    url: calls.accountExport,
    body,
    fallback: 'Your data could not be fetched. Check your connection and try again.',
  });

export const deleteAccount = (body: DeletionRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.accountDeletion,
    body,
    fallback: 'Your account could not be deleted. Check your connection and try again.',
  });
