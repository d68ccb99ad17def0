import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createEmailChanges } from '../account-settings/email-change.ts';
import { accountSettingsRoutes } from '../account-settings/routes.ts';
import { createAccountAudit } from '../accounts/account-audit.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createAddressHistory } from '../accounts/address-history.ts';
import { createCodes } from '../accounts/codes.ts';
import { withPreviousAddresses } from '../accounts/mail-kinds.ts';
import { composeAccountMail } from '../accounts/mails/compose.ts';
import { createSignInDelays } from '../accounts/password-check.ts';
import { createPasswordResets } from '../accounts/password-reset.ts';
import { HashingQueue, type PasswordCost } from '../accounts/passwords.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { createDevices, createSessions } from '../accounts/sessions.ts';
import { signedInRoutes } from '../accounts/signed-in-routes.ts';
import type { Site } from '../content/site.ts';
import { listOpenRequests } from '../keys/access-request-store.ts';
import { createAccessRequests } from '../keys/access-requests.ts';
import { createExpiry } from '../keys/expiry.ts';
import { createKeys } from '../keys/keys.ts';
import { createRotation } from '../keys/rotation.ts';
import { keyRoutes } from '../keys/routes.ts';
import { endConnectionsOf } from '../oauth/connections.ts';
import type { Db } from '../platform/database.ts';
import { Visitors } from '../platform/http/visitor.ts';
import { MailQueue } from '../platform/mail/queue.ts';
import { outboxTransport, smtpTransport } from '../platform/mail/transport.ts';
import { RateLimits } from '../platform/rate-limits.ts';
import type { PortalServices, wireGateway } from './gateway-wiring.ts';

interface AccountsOptions extends PortalServices {
  gateway: ReturnType<typeof wireGateway>;
  site: Site;
  passwordCost: PasswordCost | undefined;
}

/** Accounts, their keys, and the emails about both. */
export function wireAccounts(options: AccountsOptions) {
  const { config, database, secrets, gateway, site, log, now, passwordCost } = options;
  const { publicUrl } = config;
  const { db } = database;
  const { quota } = gateway;
  const { keys: keyPolicy } = site;
  const providerName = site.summary.provider.name;
  const outbox = join(config.dataDir, 'outbox');
  const from = config.mailFrom ?? 'no-reply@localhost';
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, from) : outboxTransport(outbox, from);
  const compose = composeAccountMail({
    db,
    look: { providerName, iconPng: site.look.iconPng, colours: site.look.colours },
    publicUrl,
    adminCommand: config.adminCommand,
    listOpenRequests: () => listOpenRequests(db),
    now,
  });
  const mail = new MailQueue({ db, secrets, now, transport, compose, log });
  const limits = new RateLimits({ db, secrets, now, networkFactor: config.rateLimitFactor });
  const visitors = new Visitors({ secrets, publicUrl });
  const sessions = createSessions({ db, visitors, now });
  const delays = createSignInDelays({ db, secrets, now });
  const devices = createDevices({ db, publicUrl, now });
  const audit = createAccountAudit({ db, secrets, now });
  const hashing = new HashingQueue(passwordCost, now);
  const addresses = createAddressHistory({ db, secrets: () => secrets, now });
  const endConnections = (trx: Db, userId: string, changedKeyIds: string[] = []) =>
    endConnectionsOf(trx, userId, { at: now(), changedKeyIds });
  const parts = { db, secrets, limits, mail, addresses, delays, hashing, devices };
  const services = { ...parts, endConnections, providerName, now };
  const codes = createCodes(services);
  const requestsPerHour = keyPolicy.requestsPerHour.person;
  const accounts = createAccounts({ ...services, codes, requestsPerHour });
  const resets = createPasswordResets(services);
  const forgetKeys = (keyIds: string[]) => gateway.keys.invalidate(keyIds);
  const forgetKey = (keyId: string) => forgetKeys([keyId]);
  const keyMail = withPreviousAddresses(mail, now);
  const keyServices = { db, secrets, mail: keyMail, keyPolicy, now, onChanged: forgetKey };
  const keys = createKeys(keyServices);
  const rotation = createRotation(keyServices);
  const expiry = createExpiry(keyServices);
  const requests = createAccessRequests({ db, mail, operatorMail: config.operatorMail, now });
  const emailChanges = createEmailChanges({ ...services, codes, onKeysChanged: forgetKeys });
  const expiring = [limits, mail, sessions, devices, codes, delays, resets, emailChanges, audit, addresses];

  return {
    mail,
    /** Also sends to the previous addresses of an account. */
    keyMail,
    mailDestination: transport.destination,
    outbox,
    visitors,
    sessions,
    limits,
    housekeeping: [
      ...expiring.map((part) => () => part.forgetOld()),
      () => rotation.recordExpiredSecrets(),
      () => requests.sendDigest(),
      () => expiry.sendNotices(),
    ],
    /** The scope must have visitors. Each subject gets a scope of its own, so that its rules do not apply to the others. */
    async mountRoutes(scope: FastifyInstance) {
      const shared = { visitors, sessions, limits };
      const signedIn = { ...shared, ...services };
      await scope.register(async (calls) =>
        accountRoutes(calls, { ...shared, devices, accounts, codes, resets, audit }),
      );
      await scope.register(async (calls) =>
        keyRoutes(signedInRoutes(calls, shared), {
          ...signedIn,
          keys,
          hours: quota,
          rotation,
          expiry,
          requests,
        }),
      );
      await scope.register(async (calls) =>
        accountSettingsRoutes(calls, { ...signedIn, audit, emailChanges, onKeysChanged: forgetKeys }),
      );
    },
  };
}
