import { accountHashes } from '../accounts/account-audit.ts';
import { listAddresses, listEmailChanges } from '../accounts/address-store.ts';
import type { AccountServices } from '../accounts/services.ts';
import { listDevices, listSessions } from '../accounts/session-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { listSentProofs } from '../accounts/verification-store.ts';
import { findPersonHour } from '../gateway/quota-store.ts';
import { listRequestsOf } from '../keys/access-request-store.ts';
import { describeKey, listKeyDenials } from '../keys/own-key.ts';
import { listNotices } from '../keys/owner-store.ts';
import { type KeyRow, listKeys } from '../keys/store.ts';
import { listCalls, listUsage } from '../keys/usage-store.ts';
import { listConnectionsOf } from '../oauth/store.ts';
import { listAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { hourMs, iso, isoOrNull } from '../time.ts';

const maxAuditRows = 10_000;
const firstDay = '0000-01-01';

/** Everything that is stored about one person, except secrets, passwords and hashes. */
export async function collectPersonalData(
  {
    db,
    secrets,
    addresses: history,
    mail,
    now,
  }: Pick<AccountServices, 'db' | 'secrets' | 'addresses' | 'mail' | 'now'>,
  userId: string,
) {
  const user = await findUser(db, userId);
  if (!user) throw notFound();
  const addresses = [user.email];
  const keys = await listKeys(db, userId);
  const keyIds = keys.map(({ id }) => id);
  const connections = await listConnectionsOf(db, userId);
  // Another person may have had the address before.
  const since = (await history.findSince(db, user)) ?? user.created_at;
  const audit = await listAudit(db, maxAuditRows, {
    about: [userId, ...keys.map((key) => key.external_id), ...connections.map(({ id }) => id)],
    aboutSince: { names: [...addresses, ...accountHashes(secrets, user.email)], since },
  });
  const proofs = await listSentProofs(db, addresses);
  const hour = await findPersonHour(db, userId);
  return {
    collected_at: iso(now()),
    account: {
      name: user.name,
      email: user.email,
      created_at: iso(user.created_at),
      requests_per_hour: user.requests_per_hour,
      suspended_at: isoOrNull(user.suspended_at),
    },
    /** When each keyed hash of the present address and of earlier ones was stored. */
    address_history: (await listAddresses(db, userId)).map((address) => ({ since: iso(address.since) })),
    earlier_addresses: (await listEmailChanges(db, userId)).map(({ created_at, undone_at, ...change }) => ({
      ...change,
      changed_at: iso(created_at),
      undone_at: isoOrNull(undone_at),
    })),
    sessions: (await listSessions(db, userId)).map(({ browser, created_at, seen_at }) => ({
      browser,
      created_at: iso(created_at),
      seen_at: iso(seen_at),
    })),
    devices: (await listDevices(db, userId)).map(({ created_at, seen_at }) => ({
      created_at: iso(created_at),
      seen_at: iso(seen_at),
    })),
    keys: await Promise.all(keys.map((key) => describeKeyData(db, key, now()))),
    connected_apps: await Promise.all(
      connections.map(
        async ({ id, client_id, name, domain, redirect_host, scope, created_at, renewed_at }) => ({
          id,
          client_id,
          name,
          domain,
          redirect_host,
          scope,
          created_at: iso(created_at),
          tokens_renewed_at: iso(renewed_at),
          calls: await listCalls(db, id, firstDay),
          denials: await listKeyDenials(db, [id]),
        }),
      ),
    ),
    access_requests: (await listRequestsOf(db, userId)).map(
      ({ user_id: _user, created_at, answered_at, listed_at, ...request }) => ({
        ...request,
        created_at: iso(created_at),
        answered_at: isoOrNull(answered_at),
        listed_for_operator_at: isoOrNull(listed_at),
      }),
    ),
    requests_this_hour: hour ? { hour: iso(hour.hour * hourMs), used: hour.used } : null,
    expiry_notices: (await listNotices(db, keyIds)).map(({ expires_at, ...notice }) => ({
      ...notice,
      expires_at: iso(expires_at),
    })),
    verification_codes: proofs.codes.map(({ purpose, created_at }) => ({
      purpose,
      sent_at: iso(created_at),
    })),
    password_resets: proofs.resets.map(({ created_at }) => ({ sent_at: iso(created_at) })),
    emails_of_the_last_day: await mail.count(db, addresses, since),
    records: audit.map(({ at, event, target, outcome, address, details }) => ({
      at: iso(at),
      event,
      target,
      outcome,
      network_address: address,
      details: parseDetails(details),
    })),
  };
}

const parseDetails = (details: string): unknown => JSON.parse(details);

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>;

async function describeKeyData(db: Db, key: KeyRow, now: number) {
  return {
    ...describeKey(key, await listUsage(db, [key.id], now), now),
    requests_per_hour: key.requests_per_hour,
    calls: await listCalls(db, key.id, firstDay),
    denials: await listKeyDenials(db, [key.id]),
  };
}
