/** Types of the documentation that server and browser share. */

export {
  type CodeExample,
  type CodeLanguage,
  codeLanguages,
  type Language,
  languageLabels,
  languages,
} from './languages.ts';
export type { Parameter, ParameterValue } from './parameters.ts';
export type {
  Access,
  ApiError,
  Card,
  DrawnAnswer,
  DrawnAs,
  EndpointDoc,
  Guide,
  GuideStep,
  McpDoc,
  McpSetup,
  ResponseExample,
  Route,
  StartValue,
  Table,
} from './schema.ts';
export type { ApiName, NavigationGroup, Page, PageGroup, SectionRef } from './site-schema.ts';

import type { Picture } from '../pictures/picture.ts';
import type { Access, DrawnAnswer, EndpointDoc, Guide, McpDoc, ResponseExample } from './schema.ts';
import type { NavigationGroup, PageGroup } from './site-schema.ts';

export interface EndpointSummary {
  title: string;
  path: string;
  access: Access;
  /** The page that describes it. */
  page: string;
}

/** The APIs that this server answers itself, with simulated weather. */
export type Sandbox = 'both' | 'forecasts' | 'data' | false;

export interface ApiSummary {
  title: string;
  baseLabel: string;
  url: string;
}

/** Facts about keys that server and browser need. */
export interface KeySummary {
  /** New keys get the first prefix; keys with any of them work. */
  prefixes: string[];
  /** Environment variables from which programs read the key. */
  environment: Environment;
  /** This sentence says what a free key includes. */
  freeWords: string;
}

export interface Environment {
  clientId: string;
  apiKey: string;
}

/** Facts about keys that only the server needs. */
export interface KeyPolicy {
  prefixes: [string, ...string[]];
  /** Raw request paths, compared letter for letter. */
  freePaths: string[];
  /** The provider's names of the roles. */
  roles: Record<Access, string>;
  requestsPerHour: { key: number; person: number };
}

/** Every page gets these facts about the site as part of its embedded props. */
export interface SiteSummary {
  provider: { name: string; mainSite: string; dataTeam: string; offers: string; mark: string };
  /** In the order in which they are listed. */
  apis: ApiSummary[];
  /** `mcp` is set only if the MCP server serves this API or the documentation mentions it. With one API, `data` and `forecasts` are equal. */
  hosts: { data: string; forecasts: string; mcp?: string | undefined };
  /** Apps connect to the MCP server by signing in here. */
  hasMcpSignIn: boolean;
  keys: KeySummary;
  /** Meanings of the badges next to parameters, by badge. */
  models: Record<string, string>;
  /** Whether viewer, pictures, status and weather tools support this API. */
  weather: boolean;
  /** A new key's first call where they do not, if a free one exists. */
  firstCall?: { title: string; request: ApiRequest } | undefined;
  /** Assistants that can open a page; `{prompt}` in the URL is replaced by the question. */
  assistants: { name: string; url: string }[];
  sandbox: Sandbox;
  /** A note on example responses that come from the sandbox while the documentation describes the provider's API. */
  exampleNote?: string | undefined;
  navigation: NavigationGroup[];
  /** Pages outside the chapters, linked in the footer of every page. */
  footer: PageGroup[];
  /** In the order of the documentation. */
  endpoints: EndpointSummary[];
}

/** One call of the documented API. */
export interface ApiRequest {
  /** The base address, which no value can change. */
  base: string;
  /** The encoded path. A placeholder without a value is still in braces. */
  path: string;
  /** The order is that of the documentation. Values are as typed. */
  query: [name: string, value: string][];
  /** Whether the response is a NetCDF file. */
  isFile: boolean;
  /** Whether the response has whole numbers that are too large for a JavaScript number. */
  hasLargeNumbers?: boolean;
}

/** A section with its content in it. */
export type Section =
  | { kind: 'endpoint'; file: string; endpoint: EndpointDoc; drawn?: DrawnAnswer; picture?: string }
  | { kind: 'guide'; file: string; guide: Guide; drawn?: DrawnAnswer; picture?: string }
  | { kind: 'mcp'; file: string; mcp: McpDoc };

export interface NamedPicture {
  name: string;
  picture: Picture;
}

/** The embedded props of a page. */
export interface PageProps {
  site: SiteSummary;
  path: string;
  sections: Section[];
  /** Set on the landing page only. */
  landing?: Landing | undefined;
  /** HTML that the server renders for the page: the landing page's map, the viewer's default pictures. */
  picture?: string | undefined;
  /** The data of those pictures, where the app draws them. */
  pictures?: NamedPicture[] | undefined;
}

/** The map of all balloons on the landing page. */
export interface LandingMap {
  picture: string;
  caption: string;
  /** The two speeds in m/s that separate the three kinds of wind lines, if the map has wind. */
  windSpeeds?: readonly [number, number] | undefined;
  /** The answer to the first call, if the source has one now. */
  firstAnswer?: string | undefined;
}

/** Data of the landing page. */
interface Landing {
  /** The map's caption and wind, if there is a map. */
  map?: Pick<LandingMap, 'caption' | 'windSpeeds'> | undefined;
  words: { purpose: string; firstCall: string };
  facts: LandingFacts;
}

/** Examples from the documentation that the landing page shows. */
export interface LandingFacts {
  /** A call that every key may make, with its response, and the page that explains it. */
  firstCall?: { curl: string; answer: ResponseExample; page: string } | undefined;
  /** The number of samples in each language. */
  samples: { language: string; count: number }[];
  chat?: McpDoc['chat_examples'][number] | undefined;
}
