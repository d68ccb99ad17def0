import { z } from 'zod';
import { limitPerHour } from '../accounts/limits.ts';
import type { Db } from '../platform/database.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { randomId } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import type { ClientDocuments } from './client-documents.ts';
import { readClientMetadata } from './client-metadata.ts';
import { deleteUnusedClients, findClient, saveClient } from './client-store.ts';
import { type OAuthClient, refreshTokenDays } from './contract.ts';
import { consentError, tokenError } from './errors.ts';
import { isAllowedHost, parseRedirectUri } from './redirect-uris.ts';

/**
 * Some hosts refuse requests from data centres now and then. Until they answer again, the last copy of the document is
 * used.
 */
const staleDays = 30;
const neverApprovedDays = 30;
/** Anybody can register apps. Beyond this number, the oldest that nobody has allowed are forgotten. */
const maxNeverApproved = 10_000;

const documentLimits = {
  network: limitPerHour('net-client-documents', 60, 'Too many new apps.'),
  /** Protects the host: its documents could be requested under many URLs. */
  host: limitPerHour('client-documents', 600, 'Too many new apps from this publisher.'),
};

interface ClientsOptions {
  db: Db;
  documents: ClientDocuments;
  limits: RateLimits;
  /** Undefined allows every host. */
  allowedHosts: readonly string[] | undefined;
  now: () => number;
}

/** A client that registers itself; `name` is empty if it has none. */
type RegisteredClient = Pick<OAuthClient, 'id' | 'name' | 'redirectUris'> & { createdAt: number };

/** The apps that may ask for access: those with a document at a URL, and those that registered themselves. */
export function createClients({ db, documents, limits, allowedHosts, now }: ClientsOptions) {
  /** Reads a document only for a network address, so that fetches can be limited. Otherwise the stored one counts. */
  async function find(clientId: string, network?: string): Promise<OAuthClient | undefined> {
    const url = documents.parseUrl(clientId);
    const row = await findClient(db, clientId);
    const known = row && describe(row, url?.hostname);
    if (!url || network === undefined || (row?.fresh_until ?? 0) > now()) return known;
    const stored = (row?.fresh_until ?? 0) > now() - staleDays * dayMs ? known : undefined;
    const fetched = await fetchDocument(url, network).catch((error) => {
      // Others can use up the limits of the host, which must not lock out an app that is known.
      if (!stored) throw error;
    });
    if (!fetched) {
      if (stored) return stored;
      throw consentError('client-document');
    }
    const { client, freshMs } = fetched;
    await saveClient(db, {
      id: client.id,
      name: client.name,
      redirect_uris: JSON.stringify(client.redirectUris),
      created_at: now(),
      fresh_until: now() + freshMs,
    });
    return client;
  }

  async function fetchDocument(url: URL, network: string) {
    await limits.takeForNetwork(documentLimits.network, network);
    await limits.take(documentLimits.host, url.hostname);
    return documents.fetch(url);
  }

  async function register(metadata: unknown): Promise<RegisteredClient> {
    const read = readClientMetadata(metadata);
    if (!read) throw tokenError('invalid_client_metadata', 'Send an object with redirect_uris.');
    const redirectUris = read.redirectUris.filter((uri) =>
      isAllowedHost(parseRedirectUri(uri)!, allowedHosts),
    );
    if (redirectUris.length === 0)
      throw tokenError(
        'invalid_redirect_uri',
        'None of the redirect_uris can be used. They need https, or http on localhost, and an allowed host.',
      );
    const client = { id: `app_${randomId()}`, name: read.name, redirectUris, createdAt: now() };
    await saveClient(db, {
      id: client.id,
      name: client.name,
      redirect_uris: JSON.stringify(redirectUris),
      created_at: client.createdAt,
    });
    return client;
  }

  const forgetOld = () =>
    deleteUnusedClients(db, {
      createdBefore: now() - neverApprovedDays * dayMs,
      approvedBefore: now() - refreshTokenDays * dayMs,
      maxKept: maxNeverApproved,
    });

  return { find, register, forgetOld };
}

export type Clients = ReturnType<typeof createClients>;

const uriList = z.array(z.string());

const describe = (
  row: { id: string; name: string; redirect_uris: string },
  domain: string | undefined,
): OAuthClient => ({
  id: row.id,
  name: row.name || 'Unnamed app',
  domain,
  redirectUris: uriList.parse(JSON.parse(row.redirect_uris)),
});
