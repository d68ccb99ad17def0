/** The shapes of the documentation, as YAML files hold them and as the browser gets them. */

import type { Picture, PictureKind } from '../pictures/picture.ts';

export const languages = ['curl', 'python', 'java', 'ruby', 'netcdf'] as const;
export type Language = (typeof languages)[number];

export const languageLabels: Record<Language, string> = {
  curl: 'cURL',
  python: 'Python',
  java: 'Java',
  ruby: 'Ruby',
  netcdf: 'NetCDF',
};

/** Beside these, a parameter may be one that only a model of the provider has. */
export const requirements = ['required', 'optional', 'alternative'];

/** How a text that is not in one of the five languages is highlighted. */
export const textFormats = ['bash', 'json', 'python', 'yaml', 'text'] as const;
type TextFormat = (typeof textFormats)[number];

/** A title plus either one text or one text a language. */
export type CodeExample = {
  title: string;
  /** What the sample must print, word for word, when it is run. */
  prints?: string[] | undefined;
} & (
  | { text: string; format: TextFormat; languages?: undefined }
  | { languages: Partial<Record<Language, string>>; text?: undefined; format?: undefined }
);

export type ParameterValue = string | number | boolean;

export interface Parameter {
  name: string;
  type: string;
  description: string;
  /** One of the named formats, or words for people. */
  format?: string | undefined;
  required?: string | undefined;
  note?: string | undefined;
  unit?: string | undefined;
  /** The values it may have. A range beside it allows whole numbers as well. */
  enum?: ParameterValue[] | undefined;
  /** The same where the path decides: by the paths of the endpoint. */
  enum_by_path?: Record<string, string[]> | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
  default?: ParameterValue | undefined;
  example?: ParameterValue | undefined;
  /** Where to read one that is valid today: an endpoint and a JSON pointer into its answer. */
  example_source?: string | undefined;
  /** Parameters that must be sent with it. */
  needs?: string[] | undefined;
  /** Parameters that must not be sent with it. */
  not_with?: string[] | undefined;
  /** Of a field of an answer: the parameter that asks for it. */
  only_with?: string | undefined;
  /** The fields of each entry, where the type is an array or a map. */
  arrayItems?: Parameter[] | undefined;
}

/** As it is, hours from now (as text, or as unix seconds), or read from an answer: an endpoint and a JSON pointer. */
export type StartValue = ParameterValue | { hours_from_now: number } | { source: string };

export interface Route {
  method: 'GET';
  path: string;
  full_url: string;
  description?: string | undefined;
  title?: string | undefined;
  /** Why a page cannot show its answer, and how large that is. */
  download_only?: string | undefined;
}

export type Access = 'free' | 'all_access';

export interface ApiError {
  status: number;
  /** When it happens. */
  meaning: string;
  /** What to do about it. */
  action: string;
}

export interface ResponseExample {
  /** The media type decides how the example is shown. */
  type: 'application/json' | 'application/x-netcdf';
  /** What of the real answer is left out: `2 of 25 rows shown`. */
  shortened?: string | undefined;
  text: string;
}

/** The picture that its answer makes. The answer lies beside the file, under the same name, as JSON. */
export interface DrawnAs {
  picture: PictureKind;
  name: string;
  /** What the answer leaves out: of the places that were asked for, or the state to show. */
  names?: string[] | undefined;
}

/** An answer of the sandbox, kept as small as its picture needs. */
export interface DrawnAnswer {
  asked_at: string;
  answer: unknown;
}

/** The content of a file. */
interface Dated {
  /** The day on which its words last changed: YYYY-MM-DD. */
  changed?: string | undefined;
}

export interface EndpointDoc extends Dated {
  title: string;
  description: string;
  access: Access;
  endpoint: Route & {
    additional_endpoints?: Route[] | undefined;
    valid_variables?: { name: string; description: string; unit?: string | undefined }[] | undefined;
    basin_definitions?: { name: string; description: string }[] | undefined;
  };
  input_parameters: Parameter[];
  /** What the form to try it begins with: values that work at once. */
  try_with?: Record<string, StartValue> | undefined;
  response_parameters: Parameter[];
  code_examples: CodeExample[];
  response_example: ResponseExample;
  drawn_as?: DrawnAs | undefined;
  errors: ApiError[];
  additional_info?: string | undefined;
}

export interface Table {
  columns: string[];
  rows: string[][];
}

export interface GuideStep {
  title: string;
  description: string;
  /** A word or two beside the title. */
  badge?: string | undefined;
  /** Of a change: YYYY-MM-DD. The feed is made of the steps that have one. */
  date?: string | undefined;
  /** The HTTP status that the step is about. */
  status?: number | undefined;
  /** Any endpoint may answer with this status: its own page does not repeat it. */
  every_endpoint?: boolean | undefined;
  code_examples?: CodeExample[] | undefined;
  response_example?: ResponseExample | undefined;
  table?: Table | undefined;
}

export interface Card {
  href: string;
  title: string;
  description: string;
}

export const liveParts = ['status'] as const;
type LivePart = (typeof liveParts)[number];

export interface Guide extends Dated {
  title: string;
  description: string;
  /** The steps are to be taken one after the other. */
  numbered?: boolean | undefined;
  steps?: GuideStep[] | undefined;
  parameters?: Parameter[] | undefined;
  table?: Table | undefined;
  code_examples?: CodeExample[] | undefined;
  response_example?: ResponseExample | undefined;
  /** A picture that explains, drawn from the answer of an endpoint. */
  drawn_as?: (DrawnAs & { answer_of: string }) | undefined;
  /** A part of the page that is made of what the portal knows at the moment. */
  shows?: LivePart | undefined;
  /** Where to read on, each as a card. */
  links?: Card[] | undefined;
}

export interface McpSetup {
  title: string;
  description: string;
  steps: GuideStep[];
}

export interface McpDoc extends Dated {
  overview: { title: string; description: string };
  setup_claude: { title: string; description: string; paid_users: McpSetup; free_users: McpSetup };
  getting_started: {
    server_url: { title: string; description: string; url: string };
    environment_setup: GuideStep;
    connection: GuideStep;
  };
  testing_connection: GuideStep;
  available_endpoints: { name: string; description: string; windborne_endpoint: string }[];
  chat_examples: { title: string; user_query: string; assistant_response: string }[];
}

/** Where the content of one section of a page comes from. */
export type SectionRef = { endpoint: string } | { guide: string } | { mcp: string };

export interface Page {
  path: string;
  title: string;
  description: string;
  /** Of which it speaks alone. */
  api?: ApiName | undefined;
  sections: SectionRef[];
}

/** Pages that are listed together. */
export interface PageGroup {
  title: string;
  pages: Page[];
}

/** A chapter. */
export interface NavigationGroup extends PageGroup {
  icon: string;
}

export interface EndpointSummary {
  title: string;
  path: string;
  access: Access;
  /** The page that describes it. */
  page: string;
}

/** The API has two hosts. */
export type ApiName = 'forecasts' | 'data';

/** Which of the APIs are this server's own, with synthetic weather. */
export type Sandbox = 'both' | 'forecasts' | 'data' | false;

/** One of the provider's APIs, and what it is called. */
export interface ApiSummary {
  title: string;
  baseLabel: string;
  url: string;
}

/** What both sides have to know of keys. */
export interface KeySummary {
  /** New keys have the first, keys with any of them work. */
  prefixes: string[];
  /** The variables that programs read the key from. */
  environment: Environment;
  /** What a free key opens, in a sentence. */
  freeWords: string;
}

export interface Environment {
  clientId: string;
  apiKey: string;
}

/** What the server alone has to know of keys. */
export interface KeyTerms {
  prefixes: string[];
  /** Raw, as they are asked for; compared letter for letter. */
  freePaths: string[];
  /** By what names the provider's API knows them. */
  roles: Record<Access, string>;
  requestsPerHour: { key: number; person: number };
}

/** What every page needs to know about the site: part of the embedded props. */
export interface SiteSummary {
  provider: { name: string; mainSite: string; dataTeam: string; offers: string; mark: string };
  /** In the order in which they are listed. */
  apis: ApiSummary[];
  /** Of the MCP server only where it knows the API, or the documentation tells of it; of a provider with one API both others are the same. */
  hosts: { data: string; forecasts: string; mcp?: string | undefined };
  keys: KeySummary;
  /** Of a badge beside a parameter: what it means. */
  models: Record<string, string>;
  /** Whether viewer, pictures, status and weather tools know this API. */
  weather: boolean;
  /** Where they do not: the first call of a new key, if there is one that is free. */
  firstCall?: { title: string; request: CallSummary } | undefined;
  /** Where a page can be opened to be asked about: `{prompt}` in the address becomes the question. */
  assistants: { name: string; url: string }[];
  sandbox: Sandbox;
  /** Of shown answers, where the API that they are of is not where they were made. */
  exampleNote?: string | undefined;
  navigation: NavigationGroup[];
  /** Pages beside the chapters: linked at the foot of every page. */
  footer: PageGroup[];
  /** In the order of the documentation. */
  endpoints: EndpointSummary[];
}

/** A call that can be made as it stands. */
interface CallSummary {
  base: string;
  path: string;
  query: [name: string, value: string][];
  isFile: boolean;
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
  /** Of the landing page alone. */
  landing?: Landing | undefined;
  /** What the server draws for the page itself: the landing page's picture, what the viewer shows first. */
  picture?: string | undefined;
  /** What that is to be drawn from, where it is drawn by the app. */
  pictures?: NamedPicture[] | undefined;
}

/** The map of all balloons on the landing page. */
export interface LandingMap {
  picture: string;
  caption: string;
}

/** What the landing page shows beside its words. */
interface Landing {
  /** Of its picture; none where there is none. */
  caption?: string | undefined;
  words: { purpose: string; firstCall: string };
  facts: LandingFacts;
}

/** Examples from the documentation that the landing page shows. */
export interface LandingFacts {
  /** The first call that it teaches, and what was answered. */
  firstCall?: { curl: string; answer: ResponseExample } | undefined;
  /** How many of its samples are in each language. */
  samples: { language: string; count: number }[];
  chat?: McpDoc['chat_examples'][number] | undefined;
}
