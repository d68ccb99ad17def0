/** Every path of the portal, for the server, the browser and the tests. */

/** The base path has two spellings; calls and data files work under both. */
export const basePaths = ['/api_experience', '/api-experience'] as const;
const [appBase, dataBase] = basePaths;

/** A loop, because a regular expression would need quadratic time for a long run of slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Decodes percent-encoding. Text with an incomplete escape such as "%E0" stays as it is. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const pages = {
  landing: '/',
  docs: '/docs',
  gettingStarted: '/docs/getting-started',
  dataViewer: '/docs/data-viewer',
  authentication: '/docs/authentication',
  mcp: '/docs/mcp',
  apiKeys: '/docs/api-keys',
  account: '/docs/account',
  errors: '/docs/errors',
  changelog: '/docs/changelog',
  licence: '/docs/licence',
  status: '/docs/status',
  privacy: '/docs/privacy',
  variables: '/docs/variables',
  support: '/docs/support',
  resetPassword: '/users/password/edit',
  undoEmail: '/users/email/undo',
} as const;

export const assetsBase = '/api_experience-assets/';

/** Relative to either spelling of the base path. */
export const relative = {
  authStatus: '/auth/status',
  forgotPassword: '/auth/forgot_password',
  sendVerificationCode: '/auth/send_verification_code',
  verifyCode: '/auth/verify_code',
  apiTokens: '/api_tokens',
  apiToken: '/api_tokens/:id',
  rotateToken: '/api_tokens/:id/rotate',
  revokeOldSecret: '/api_tokens/:id/end_old',
  discardNewSecret: '/api_tokens/:id/discard_new',
  tokenDenials: '/api_tokens/:id/refusals',
  tokenUsage: '/api_tokens/:id/usage',
  playgroundToken: '/api_tokens/:id/playground_token',
  demoToken: '/playground_token',
  account: '/account',
  connections: '/account/connections',
  connection: '/account/connections/:id',
  authorizationRequests: '/oauth/requests',
  authorizationRequest: '/oauth/requests/:id',
  accountName: '/account/name',
  accountPassword: '/account/password',
  accountEmail: '/account/email',
  accountEmailCode: '/account/email/code',
  accountSessions: '/account/sessions',
  accountExport: '/account/export',
  accountDeletion: '/account/deletion',
  tokenExpiry: '/api_tokens/:id/expiry',
  accessRequests: '/access_requests',
  accessRequest: '/access_requests/:id',
  dataFile: '/data/:kind/:file',
  searchIndex: '/data/search.json',
} as const;

type Call<Path> = Path extends `${string}:id${string}` ? (id: string) => string : string;
type RelativeCalls = { [Name in keyof typeof relative]: Call<(typeof relative)[Name]> };

/** The calls of the portal's own pages. A call with `:id` in its path is a function of that ID. */
export const calls = {
  ...(Object.fromEntries(
    Object.entries(relative).map(([name, path]) => [
      name,
      path.includes(':id')
        ? (id: string) => appBase + path.replace(':id', encodeURIComponent(id))
        : appBase + path,
    ]),
  ) as RelativeCalls),
  signIn: '/users/sign_in',
  signUp: '/users/direct_signup',
  signOut: '/users/sign_out',
  password: '/users/password',
  passwordLink: '/users/password/link',
  undoEmail: '/users/email',
} as const;

export type DataKind = 'endpoints' | 'guides' | 'mcp';
export const dataFile = (kind: DataKind, file: string) => `${dataBase}/data/${kind}/${file}`;
/** The stored answer that the picture of a YAML file is drawn from. */
export const answerFile = (kind: DataKind, file: string) => dataFile(kind, file.replace(/\.yaml$/, '.json'));

export const resetPasswordLink = (publicUrl: string, resetToken: string) =>
  `${publicUrl}${pages.resetPassword}?reset_password_token=${encodeURIComponent(resetToken)}`;

export const undoEmailLink = (publicUrl: string, undoToken: string) =>
  `${publicUrl}${pages.undoEmail}?undo_token=${encodeURIComponent(undoToken)}`;

/** Every documentation page is also available as Markdown, at its path plus `.md`. */
export const markdownOf = (path: string) => `${path}.md`;

export const api = '/api/v1';
/** The fleet snapshot for maps. */
export const fleet = '/viewer/sky.json';
/** The flight that the viewer opens with. */
export const defaultFlight = '/viewer/first.json';
/** The forecast along a leg, for the viewer. */
export const modelProfile = '/viewer/model.json';
export const gatewayVerify = '/gateway/verify';
export const mcpServer = '/mcp';
/** Where apps sign in for the MCP server. */
export const oauth = {
  /** The page on which a person allows an app. */
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  authorizationServer: '/.well-known/oauth-authorization-server',
  /** Clients look here, and at this path followed by the one of the MCP server. */
  protectedResource: '/.well-known/oauth-protected-resource',
} as const;
export const health = '/healthz';
export const ready = '/readyz';
export const devMail = '/dev/mail';
export const devMailLink = (publicUrl: string, token: string) => `${publicUrl}${devMail}?token=${token}`;
export const openApi = '/openapi.json';
/** The licences of the packages that the portal contains. */
export const licences = '/licences.txt';
export const robots = '/robots.txt';
export const sitemap = '/sitemap.xml';
export const llms = '/llms.txt';
export const llmsFull = '/llms-full.txt';
/** The data of the status page, for monitors. */
export const status = '/status.json';
/** Complete and late runs, for feed readers. */
export const statusRunsFeed = '/status/runs.atom';
export const changelogFeed = '/changelog.atom';
export const apiCatalog = '/.well-known/api-catalog';
export const mcpServerCard = `${mcpServer}/server-card`;
/** Earlier drafts of the server card had it here. */
export const oldMcpServerCard = '/.well-known/mcp/server-card.json';
export const skillIndex = '/.well-known/agent-skills/index.json';
export const skillAddress = (name: string) => `/.well-known/agent-skills/${name}/SKILL.md`;
export const iconSvg = '/icon.svg';
export const iconPng = '/icon.png';
export const securityTxt = '/.well-known/security.txt';
export const searchIndex = `${dataBase}${relative.searchIndex}`;

/** The viewer with all balloons, with one of them by its name or id, or with one leg of its flight. */
export function viewerAddress(mission?: string, leg?: number): string {
  const query = new URLSearchParams({ ...(mission && { mission }), ...(leg && { leg: String(leg) }) });
  return query.size === 0 ? pages.dataViewer : `${pages.dataViewer}?${query}`;
}
