import { llms, pages } from '../../urls.ts';
import type { Site } from '../site.ts';
import { llmsText } from './llms.ts';
import { blocks, heading } from './markdown-text.ts';

/** Pages that hold no documentation, for those who read Markdown: by their address. */
export const otherMarkdowns = (site: Site): Record<string, string> => ({
  [pages.landing]: llmsText(site),
  [pages.apiKeys]: `${blocks(
    heading(1, 'API Keys'),
    'On this page people sign in, create and delete their keys, and see how much each is used. It is a page for a browser, and every secret is shown there once.',
    `${hasPage(site, pages.authentication) ? `How a key is used: ${site.url}${pages.authentication}. ` : ''}All pages: ${site.url}${llms}`,
  )}\n`,
  [pages.account]: `${blocks(
    heading(1, 'Account'),
    'On this page people who are signed in change their name, address and password, see their sessions, take their data along or delete the account. It is a page for a browser.',
    `What is kept of a person: ${site.url}${pages.privacy}. All pages: ${site.url}${llms}`,
  )}\n`,
});

const hasPage = (site: Site, path: string) => site.pages.some((page) => page.path === path);

/** Where there is nothing. */
export const missingMarkdown = (site: Site) =>
  `${blocks(heading(1, 'Not found'), `There is no page at this address. All pages: ${site.url}${llms}`)}\n`;
