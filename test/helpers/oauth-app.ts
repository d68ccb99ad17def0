import type { OAuthClientProvider } from '@modelcontextprotocol/client';

type Stored = OAuthClientProvider['saveClientInformation'] extends
  | ((given: infer Given) => unknown)
  | undefined
  ? Given
  : never;

/** What an app written with the official SDK keeps. It remembers the address to open instead of opening a browser. */
export class OAuthApp implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:8976/callback';
  readonly clientMetadata = {
    client_name: 'Teapot SDK',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  readonly clientMetadataUrl?: string;
  /** Where the person has to go. */
  asked: URL | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: both versions of the SDK have types of their own.
  kept: any;
  #client: unknown;
  #verifier = '';

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  state = () => 'state of the app';
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  clientInformation = (): any => this.#client;
  saveClientInformation(given: Stored): void {
    this.#client = given;
  }
  tokens = () => this.kept;
  saveTokens(given: unknown): void {
    this.kept = given;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  invalidateCredentials(scope: string): void {
    if (scope !== 'verifier') this.kept = undefined;
  }
}
