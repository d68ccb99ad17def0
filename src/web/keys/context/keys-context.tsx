import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { ApiToken, CallsAnswer, CreatedApiToken } from '../../../keys/contract.ts';
import { calls as urls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { forgetSecret, rememberSecret, useKnownSecrets } from '../../session/known-secrets.ts';
import { done, type Outcome, type RequestError } from '../../session/outcome.ts';
import { getJson } from '../../session/send.ts';
import { useFetched } from '../../session/use-fetched.tsx';
import { useNow } from '../../time/format-time.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { toast } from '../../ui/toast.tsx';
import { type LoadedKeys, useKeyList } from './key-list.ts';

export type KeyDialog = { open: boolean } & (
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke-old' | 'discard-new' | 'delete'; id: string }
);

export type PanelName = 'connect' | 'usage' | 'denials' | 'expiry';

const KeysContext = createContext<KeysContextValue | undefined>(undefined);

/** Everything that the parts of the keys page share. */
export function useKeys(): KeysContextValue {
  const keys = useContext(KeysContext);
  if (!keys) throw new Error('useKeys needs a KeysProvider above it');
  return keys;
}

/** Shows the skeleton while the keys are loading. */
export function KeysProvider({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { sessionExpired } = useAuth();
  const secrets = useKnownSecrets();
  const showError = useCallback(
    (error: RequestError): RequestError => {
      if (error.code === 'not-signed-in') sessionExpired();
      else toast.error(error.message);
      return error;
    },
    [sessionExpired],
  );
  const { list, update, retry, reload } = useKeyList(secrets, showError);
  if (list.phase === 'loading') return skeleton;
  if (list.phase === 'failed') return <LoadFailure message={list.message} onRetry={retry} />;
  return (
    <LoadedKeysProvider {...{ list, secrets, update, reload, showError }}>{children}</LoadedKeysProvider>
  );
}

interface KeyListState extends Pick<ReturnType<typeof useKeyList>, 'update' | 'reload'> {
  list: LoadedKeys;
  secrets: ReadonlyMap<string, string>;
  showError: (error: RequestError) => RequestError;
}

function LoadedKeysProvider({ children, ...state }: KeyListState & { children: ReactNode }) {
  return <KeysContext value={useKeysValue(state)}>{children}</KeysContext>;
}

type KeysContextValue = ReturnType<typeof useKeysValue>;

function useKeysValue({ list, secrets, update, reload, showError }: KeyListState) {
  const { apiKeys, hours, loadedAt } = list;
  const usage = useFetched(() => fetchUsage(apiKeys), loadedAt);
  const now = useNow();
  const [dialog, setDialog] = useState<KeyDialog>();
  const [details, setDetails] = useState<{ id: string; panel: PanelName | undefined }>();

  function removeKey(apiKey: ApiToken) {
    update({ phase: 'deleted', id: apiKey.id });
    for (const { id } of apiKey.secrets) forgetSecret(id);
  }
  /** Shows the error of a change. A key that was deleted elsewhere is removed here too. */
  function failChange(error: RequestError, apiKey: ApiToken): Outcome {
    if (error.code !== 'not-found') return showError(error);
    removeKey(apiKey);
    toast.info('This key was already deleted.');
    return done;
  }
  const saveKey = (apiKey: ApiToken) => update({ phase: 'saved', apiKey });
  // Details are open for one key at a time, from the start if there is only one key.
  const open =
    details ?? (apiKeys.length === 1 ? { id: apiKeys[0]?.id, panel: 'connect' as const } : undefined);

  return {
    apiKeys,
    hours,
    loadedAt,
    usage,
    now,
    reload,
    showError,
    removeKey,
    dialog,
    openDialog: setDialog,
    closeDialog: () => setDialog((before) => before && { ...before, open: false }),
    panelOf: ({ id }: ApiToken) => (open?.id === id ? open.panel : undefined),
    openPanel: ({ id }: ApiToken, panel: PanelName | undefined) => setDetails({ id, panel }),
    /** The current secret of a key, if this page has shown it. */
    secretOf: ({ secrets: [current] }: ApiToken) => current && secrets.get(current.id),
    /** Saves a key together with its new secret, which only this answer contains. */
    saveSecret({ token: secret, ...apiKey }: CreatedApiToken) {
      saveKey(apiKey);
      const [current] = apiKey.secrets;
      if (current) rememberSecret(current.id, secret);
    },
    failChange,
    /** Saves the changed key and confirms it, or shows the error. */
    finishChange(apiKey: ApiToken, outcome: Outcome<{ token: ApiToken }>, message: string): Outcome {
      if (!outcome.ok) return failChange(outcome, apiKey);
      saveKey(outcome.value.token);
      toast.success(message);
      return done;
    },
  };
}

export type Calls = CallsAnswer['calls'];

/** Fetches the counted calls of each key, by key id. */
async function fetchUsage(apiKeys: ApiToken[]): Promise<Outcome<ReadonlyMap<string, Calls>>> {
  const byKey = new Map<string, Calls>();
  const outcomes = await Promise.all(
    apiKeys.map(async ({ id }) => {
      const outcome = await getJson<CallsAnswer>(
        urls.tokenUsage(id),
        "The usage of your keys couldn't be loaded",
      );
      if (outcome.ok) byKey.set(id, outcome.value.calls);
      return outcome;
    }),
  );
  // A key that was deleted meanwhile has no calls, and the next list won't contain it.
  const failed = outcomes.find((outcome) => !outcome.ok && outcome.code !== 'not-found');
  return failed && !failed.ok ? failed : { ok: true, value: byKey };
}
