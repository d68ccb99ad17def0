import { describe, expect, test } from 'vitest';
import type { ApiName, Page, Sandbox } from '../../src/content/contract.ts';
import { markdownOf } from '../../src/content/outputs/markdown.ts';
import { isSandboxed } from '../../src/content/sandbox.ts';
import type { Site } from '../../src/content/site.ts';
import { renderAll, siteOn } from './content-site.ts';

/** An entry of the changelog describes the portal of its day. */
const histories = ['/docs/changelog'];

/** Every answer that is shown comes from the sandbox and says so, wherever the API is. */
const madeBySandbox = /Example from the sandbox: simulated data\.|Simulated data, \d/g;
const shownAnswers = /<pre[\s\S]*?<\/pre>|```[\s\S]*?```/g;

const apis: ApiName[] = ['forecasts', 'data'];
const apisOf = ({ api }: Page) => (api ? [api] : apis);

describe.each<Sandbox>(['both', 'forecasts', 'data', false])('where the sandbox serves %s', (sandbox) => {
  const site = siteOn(sandbox);
  const pages = site.pages.filter(({ path }) => !histories.includes(path));
  const texts = textsOf(site);

  test("a page about the provider's API says nothing of a sandbox, but of its examples", () => {
    const providers = pages.filter((page) => apisOf(page).every((api) => !isSandboxed(sandbox, api)));
    expect(providers.length > 0).toBe(sandbox !== 'both');
    for (const { path } of providers)
      for (const text of texts.get(path)!)
        expect([path, sentencesAbout(/sandbox/i, text)]).toEqual([path, []]);
  });

  test('a page about an API of the sandbox says so', () => {
    const sandboxed = pages.filter(({ api }) => api && isSandboxed(sandbox, api));
    expect(sandboxed.length > 0).toBe(sandbox !== false);
    for (const { path } of sandboxed) expect(texts.get(path)![0], path).toContain('<b>Sandbox:</b>');
  });

  test("every page about one API names that one's host alone", () => {
    const hostsOf = (api: ApiName) => site.summary.hosts[api];
    for (const { path, api } of pages.filter((page) => page.api)) {
      const other = hostsOf(api === 'data' ? 'forecasts' : 'data');
      if (other !== hostsOf(api!) && !path.startsWith('/docs/data-viewer'))
        expect([path, sentencesAbout(new RegExp(other), texts.get(path)![1]!)]).toEqual([path, []]);
    }
  });

  test('examples say where they were made wherever that is not the API of these pages', () => {
    const points = texts.get('/docs/forecast-api/points')!;
    for (const text of points) expect(text.includes('Example from the sandbox')).toBe(sandbox !== 'both');
  });

  test('what only the sandbox takes is offered where it is the API', () => {
    const names = site.pages
      .flatMap(site.sectionsOf)
      .flatMap((section) => (section.kind === 'endpoint' ? section.endpoint.input_parameters : []))
      .map(({ name }) => name);
    const isOffered = isSandboxed(sandbox, 'forecasts');
    expect(names.includes('resolution')).toBe(isOffered);
    expect(texts.get('/docs/forecast-api/gridded')!.join().includes('resolution=1')).toBe(isOffered);
  });
});

/** Renders each page as HTML, with its frame, and as Markdown. */
function textsOf(site: Site): Map<string, [html: string, markdown: string]> {
  return new Map([...renderAll(site)].map(([path, html]) => [path, [html, markdownOf(site, path)!]]));
}

const sentencesAbout = (what: RegExp, text: string) =>
  text
    .replaceAll(shownAnswers, '')
    .replaceAll(madeBySandbox, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/(?<=[.!?])\s|\n/)
    .filter((sentence) => what.test(sentence))
    .map((sentence) => sentence.trim().slice(0, 200));
