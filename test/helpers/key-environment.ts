import type { Environment, KeyPolicy } from '../../src/content/contract.ts';

/** The values of the real documentation. */
export const keyPolicy: KeyPolicy = {
  prefixes: ['wb'],
  freePaths: ['/api/v1/points'],
  roles: { free: 'free_user', all_access: 'all_access' },
  requestsPerHour: { key: 1000, person: 5000 },
};

export const environment: Environment = { clientId: 'WB_CLIENT_ID', apiKey: 'WB_API_KEY' };
