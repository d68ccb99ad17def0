import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { ApiToken, CallsAnswer, CreatedApiToken, KeyHour } from '../../../keys/contract.ts';
import { calls as urls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { forgetSecret, rememberSecret, useKnownSecrets } from '../../session/known-secrets.ts';
import type { Outcome, RequestError } from '../../session/outcome.ts';
import { getJson } from '../../session/send.ts';
import { useFetched } from '../../session/use-fetched.tsx';
import { onReturnToTab } from '../../session/use-session.ts';
import { useNow } from '../../time/format-time.ts';
import { type ShowError, useErrorToast } from '../../ui/error-toast.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { toast } from '../../ui/toast.tsx';
import { listKeys, onCallMade } from './api-keys.ts';

export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'rotate' | 'revoke-old' | 'discard-new' | 'delete'; id: string };

export type PanelName = 'connect' | 'usage' | 'denials' | 'expiry';

const KeysContext = createContext<ReturnType<typeof useKeysValue> | undefined>(undefined);

/** Everything that the parts of the keys page share. */
export function useKeys() {
  const keys = useContext(KeysContext);
  if (!keys) throw new Error('useKeys needs a KeysProvider above it');
  return keys;
}

/** Shows the skeleton while the keys are loading. */
export function KeysProvider({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const keyList = useKeyList();
  const { state, retry } = keyList;
  if (state.phase === 'loading') return skeleton;
  if (state.phase === 'failed') return <LoadFailure message={state.message} onRetry={retry} />;
  return (
    <LoadedKeysProvider list={state.value} keyList={keyList}>
      {children}
    </LoadedKeysProvider>
  );
}

interface KeyList {
  apiKeys: ApiToken[];
  /** Quota of the current hour by key id. A key created after loading has no entry. */
  hours: Record<string, KeyHour>;
  /** The counts of every key end with the UTC day of this time. */
  loadedAt: Date;
}

const reloadAfterMs = 10_000;

function useKeyList() {
  const { errorMessage } = useAuth();
  const secrets = useKnownSecrets();
  const lastLoadMs = useRef(0);
  const errorToast = useErrorToast();

  async function load(): Promise<Outcome<KeyList>> {
    lastLoadMs.current = Date.now();
    const outcome = await listKeys();
    if (!outcome.ok) return outcome;
    errorToast.clear();
    const { tokens: apiKeys, hours } = outcome.value;
    return { ok: true, value: { apiKeys, hours, loadedAt: new Date() } };
  }
  /** Returns the error of a field. `showToast` is used where the specification has a toast for the action. */
  function describeError(error: RequestError, showToast?: ShowError): string {
    const message = errorMessage(error);
    return showToast && error.code !== 'not-signed-in' ? showToast(error) : message;
  }
  // A new secret means a new key, which the sign-up wizard may have created on top of this page.
  const fetched = useFetched(load, secrets, (error) => void describeError(error, errorToast.show));
  const { reload } = fetched;

  // Calls and other tabs change the list while this tab is in the background.
  useEffect(() => {
    const stopWatching = onReturnToTab(() => {
      if (Date.now() - lastLoadMs.current > reloadAfterMs) void reload();
    });
    const unsubscribe = onCallMade(() => void reload());
    return () => {
      stopWatching();
      unsubscribe();
    };
  }, [reload]);

  return { ...fetched, secrets, describeError };
}

/** Adds a key, or replaces the key with its id. The counts stay those of the last load, as labelled on the page. */
export function withKey(apiKeys: ApiToken[], apiKey: ApiToken): ApiToken[] {
  if (!apiKeys.some(({ id }) => id === apiKey.id)) return [...apiKeys, apiKey];
  return apiKeys.map((key) => (key.id === apiKey.id ? { ...apiKey, usage: key.usage } : key));
}

interface LoadedKeysProps {
  list: KeyList;
  keyList: ReturnType<typeof useKeyList>;
}

function LoadedKeysProvider({ list, keyList, children }: LoadedKeysProps & { children: ReactNode }) {
  return <KeysContext value={useKeysValue({ list, keyList })}>{children}</KeysContext>;
}

function useKeysValue({ list, keyList: { secrets, describeError, update, reload } }: LoadedKeysProps) {
  const { apiKeys, loadedAt } = list;
  const usage = useFetched(() => fetchUsage(apiKeys), loadedAt);
  const now = useNow();
  const [dialog, setDialog] = useState<KeyDialog>();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [details, setDetails] = useState<{ id: string; panel: PanelName | undefined }>();

  const saveKey = (apiKey: ApiToken) =>
    update((before) => ({ ...before, apiKeys: withKey(before.apiKeys, apiKey) }));
  function removeKey({ id: removed, secrets: ended }: ApiToken) {
    update((before) => ({ ...before, apiKeys: before.apiKeys.filter(({ id }) => id !== removed) }));
    for (const { id } of ended) forgetSecret(id);
  }
  /** Returns the error to show. A key that was deleted elsewhere is removed here too, and then there is none. */
  function failChange(error: RequestError, apiKey: ApiToken, showToast?: ShowError) {
    if (error.code !== 'not-found') return describeError(error, showToast);
    removeKey(apiKey);
    toast.info('This key was already deleted.');
    return undefined;
  }
  // Details are open for one key at a time, from the start if there is only one key.
  const [firstKey, ...others] = apiKeys;
  const open =
    details ?? (firstKey && others.length === 0 ? { id: firstKey.id, panel: 'connect' as const } : undefined);

  return {
    ...list,
    usage,
    now,
    reload,
    describeError,
    removeKey,
    dialog,
    isDialogOpen,
    openDialog(dialog: KeyDialog) {
      setDialog(dialog);
      setIsDialogOpen(true);
    },
    closeDialog: () => setIsDialogOpen(false),
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
    /** Saves the changed key and confirms it. If the change failed, it returns the error to show. */
    finishChange(
      apiKey: ApiToken,
      outcome: Outcome<{ token: ApiToken }>,
      message: string,
      showToast?: ShowError,
    ) {
      if (!outcome.ok) return failChange(outcome, apiKey, showToast);
      saveKey(outcome.value.token);
      toast.success(message);
      return undefined;
    },
  };
}

export type Calls = CallsAnswer['calls'];

/** Fetches the counted calls of each key, by key id. */
async function fetchUsage(apiKeys: ApiToken[]): Promise<Outcome<ReadonlyMap<string, Calls>>> {
  const notLoaded = "The usage of your keys couldn't be loaded";
  const byKey = new Map<string, Calls>();
  const answers = await Promise.all(
    apiKeys.map(async ({ id }) => ({
      id,
      outcome: await getJson<CallsAnswer>(urls.tokenUsage(id), notLoaded),
    })),
  );
  for (const { id, outcome } of answers) {
    if (outcome.ok) byKey.set(id, outcome.value.calls);
    // A key that was deleted meanwhile has no calls, and the next list won't contain it.
    else if (outcome.code !== 'not-found') return outcome;
  }
  return { ok: true, value: byKey };
}
