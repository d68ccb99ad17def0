import type { Environment, KeyTerms } from '../../src/content/contract.ts';

/** As the real documentation has them. */
export const keyTerms: KeyTerms = {
  prefixes: ['wb'],
  freePaths: ['/api/v1/points'],
  roles: { free: 'free_user', all_access: 'all_access' },
  requestsPerHour: { key: 1000, person: 5000 },
};

export const environment: Environment = { clientId: 'WB_CLIENT_ID', apiKey: 'WB_API_KEY' };
