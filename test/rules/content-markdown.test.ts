import { describe, expect, test } from 'vitest';
import { headingsOf } from '../../src/content/outline.ts';
import { llmsFullText, llmsText } from '../../src/content/outputs/llms.ts';
import { markdownOf } from '../../src/content/outputs/markdown.ts';
import { openApiOf } from '../../src/content/outputs/openapi.ts';
import { createSearchIndex } from '../../src/content/outputs/search-index.ts';
import { sites } from './content-site.ts';

describe.each(sites)('Markdown %s', (_name, site) => {
  describe.each(site.pages)('of $path', (page) => {
    const markdown = markdownOf(site, page.path)!;
    const outside = withoutCode(markdown);

    test('has the title, the description and the headings of the page, in order', () => {
      expect(markdown.startsWith(`# ${page.title}\n\n${page.description}\n`)).toBe(true);
      const headings = [...outside.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
      expect(headings).toEqual(headingsOf(site.sectionsOf(page)).map((heading) => heading.title));
    });

    test('numbers the steps that the page numbers, and no chapters', () => {
      for (const section of site.sectionsOf(page)) {
        if (section.kind !== 'guide') continue;
        for (const [index, { title, badge }] of (section.guide.steps ?? []).entries()) {
          const number = section.guide.numbered ? `${index + 1}. ` : '';
          expect(outside).toContain(`\n### ${number}${title}${badge ? ` (${badge})` : ''}\n`);
        }
      }
    });

    test('holds every section as it is given alone', () => {
      for (const { anchor, title } of headingsOf(site.sectionsOf(page))) {
        const section = markdownOf(site, page.path, anchor)!;
        const [body, source] = section.trimEnd().split(/\n\nSource: (?=\S+$)/);
        expect(body).toMatch(new RegExp(`^## ${RegExp.escape(title)}\n`));
        expect(source).toBe(`${site.url}${page.path}#${anchor}`);
        expect(markdown).toContain(body);
      }
    });

    test('has tables whose rows are as wide as their heads', () => {
      for (const table of outside.match(/(^\|.*\|\n?)+/gm) ?? []) {
        const widths = table
          .trim()
          .split('\n')
          .map((row) => row.match(/(?<!\\)\|/g)?.length);
        expect([table.slice(0, 80), new Set(widths).size]).toEqual([table.slice(0, 80), 1]);
      }
    });

    test('has no placeholder left and no link that needs the page around it', () => {
      expect(markdown).not.toMatch(/\{\{\w+\}\}/);
      expect(outside).not.toMatch(/\]\((\/|#)/);
    });

    test('is part of llms-full.txt', () => {
      expect(llmsFullText(site)).toContain(markdown.trimEnd());
    });
  });

  test('of a page or a section that does not exist is not there', () => {
    expect(markdownOf(site, '/docs/nowhere')).toBeUndefined();
    expect(markdownOf(site, '/docs/api-keys')).toBeUndefined();
    expect(markdownOf(site, '/docs/mcp', 'nowhere')).toBeUndefined();
  });

  test('nothing that is served for everyone holds a secret', () => {
    const everything = [
      llmsText(site),
      llmsFullText(site),
      JSON.stringify(openApiOf(site)),
      JSON.stringify(createSearchIndex(site)),
    ].join('\n');
    expect(everything).not.toMatch(/\bwb_[A-Za-z0-9]{32}\b/);
    expect(everything).not.toMatch(/\bwbc_[a-z0-9]{20}\b/);
    expect(everything).not.toMatch(/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/);
  });
});

/** Text between fences has another syntax. */
function withoutCode(markdown: string): string {
  const text = markdown.replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '');
  expect(text).not.toContain('```');
  return text;
}
