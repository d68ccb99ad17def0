/** Languages of code samples, and the shape of a sample. */

export const languages = ['curl', 'python', 'java', 'ruby', 'netcdf'] as const;
export type Language = (typeof languages)[number];

/** JavaScript is an extra of `get_code` and of a form's code. The samples of pages are in the specification's languages. */
export const codeLanguages = [...languages, 'javascript'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

export const languageLabels: Record<CodeLanguage, string> = {
  curl: 'cURL',
  python: 'Python',
  java: 'Java',
  ruby: 'Ruby',
  netcdf: 'NetCDF',
  javascript: 'JavaScript',
};

/** Highlighting of text that is not in one of the five languages. */
export const textFormats = ['bash', 'json', 'python', 'javascript', 'yaml', 'text'] as const;
type TextFormat = (typeof textFormats)[number];

/** A title with either one text, or one text for each language. */
export type CodeExample = {
  title: string;
  /** The sample must print these lines, word for word, when it is run. */
  prints?: string[] | undefined;
} & (
  | { text: string; format: TextFormat; languages?: undefined }
  | { languages: Partial<Record<CodeLanguage, string>>; text?: undefined; format?: undefined }
);

/** The languages in which any of the examples has code. */
export const languagesIn = (examples: CodeExample[]): Language[] =>
  languages.filter((language) => examples.some((example) => example.languages?.[language] !== undefined));
