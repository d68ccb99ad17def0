import { colourStyle } from '../content/colours.ts';
import type { Page, PageProps, Section } from '../content/contract.ts';
import type { Look } from '../content/look.ts';
import { lastChanged } from '../content/page-text.ts';
import type { Site } from '../content/site.ts';
import { escapeHtml } from '../platform/http/error-handler.ts';
import { llms, openApi, pages } from '../urls.ts';
import { appTemplateId } from '../web/preferences/head-script.ts';
import type { PageHead } from '../web/router/site-map.ts';

/** The files of the browser app that a document refers to. */
export interface Assets {
  script: string;
  /** Modules that the script imports. They are listed so that the browser requests them together. */
  imports?: string[];
  /** Inlined in the document, so that the first paint waits for no other file. */
  style?: string;
  /** The stylesheet that a bundler serves during development. */
  styleUrl?: string;
  /** Modules and stylesheets of the page's own code, which the script imports later. */
  importsAhead?: string[];
  stylesAhead?: string[];
  /** The text font, requested together with the document. */
  font?: string;
  /** Scripts that hot reload needs before the app's own. */
  devScripts?: string[];
}

interface DocumentOptions extends PageHead {
  canonical: string;
  /** Structured data for search engines. */
  structured: object | undefined;
  headScript: string;
  assets: Assets;
  look: Look;
  body: string;
  props: PageProps;
}

/**
 * A whole page in two parts; the visitor's CSRF token goes between them. The font is requested in the body, because a
 * browser delays the first frame for a font that is requested in the head.
 */
export function createDocument(options: DocumentOptions): { head: string; tail: string } {
  const { assets, look } = options;
  const style = (assets.style ?? '') + colourStyle(look.colours);
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="`;
  const tail = `">
<title>${escapeHtml(options.title)}</title>
<meta name="description" content="${escapeHtml(options.description)}">
<meta name="color-scheme" content="light dark">
${options.robots ? `<meta name="robots" content="${options.robots}">\n` : ''}<script>${options.headScript}</script>
<style>${style}</style>
${assets.styleUrl ? `<link rel="stylesheet" href="${assets.styleUrl}">\n` : ''}<link rel="canonical" href="${escapeHtml(options.canonical)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(look.icon)}">
${options.markdown ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(options.markdown)}">\n` : ''}<link rel="describedby" type="text/plain" href="${llms}">
${options.structured ? `<script type="application/ld+json">${asScript(options.structured)}</script>\n` : ''}</head>
<body>
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>\n` : ''}<p class="visually-hidden" aria-hidden="true">${machineNote(options.markdown)}</p>
<div id="root">${options.body}</div>
${startFailure}
<script type="application/json" id="rails-props">${embed(options.props)}</script>
<template id="${appTemplateId}">
${(assets.devScripts ?? []).map((source) => `<script type="module" src="${source}"></script>\n`).join('')}${modulePreloads([...(assets.imports ?? []), assets.script, ...(assets.importsAhead ?? [])])}${(assets.stylesAhead ?? []).map((href) => `<link rel="preload" href="${href}" as="style" crossorigin>\n`).join('')}<script type="module" src="${assets.script}"></script>
</template>
</body>
</html>
`;
  return { head, tail };
}

/** The app's own script is among them, because a script is requested after all links that are added with it. */
const modulePreloads = (files: string[]) =>
  files.map((href) => `<link rel="modulepreload" href="${href}">\n`).join('');

/** CSS shows it if the app can't start. The link needs no script. */
const startFailure = `<div class="plain-messages start-failure" role="alert"><p>Buttons and forms don't work, because a part of this page couldn't be loaded. Check your connection, then <a class="link" href="">reload the page</a>.</p></div>`;

/** Most programs read the text of a page and not its head. */
const machineNote = (markdown: string | undefined) =>
  `${markdown ? `Machine-readable version: ${escapeHtml(markdown)}. ` : ''}All documentation pages: ${llms}`;

/** Pictures are left out because the body contains them. */
const embed = ({ picture: _, pictures: __, sections, ...props }: PageProps) =>
  asScript({ ...props, sections: sections.map(withoutPicture) });

/** `<` is escaped, so that no text in the data can end the script element. */
const asScript = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

function withoutPicture(section: Section): Section {
  if (section.kind === 'mcp') return section;
  const { drawn: _, picture: __, ...rest } = section;
  return rest;
}

/** Describes a documentation page in the terms of schema.org. It contains nothing that the page does not show. */
export function structuredData(site: Site, page: Page): object {
  const hasEndpoint = site.sectionsOf(page).some(({ kind }) => kind === 'endpoint');
  return {
    '@context': 'https://schema.org',
    '@graph': [
      article(site, page, hasEndpoint),
      breadcrumb(site, page),
      ...(hasEndpoint ? [webApi(site)] : []),
    ],
  };
}

const apiId = (site: Site) => `${site.url}${pages.docs}#api`;

function article(site: Site, page: Page, hasEndpoint: boolean): object {
  const { provider } = site.summary;
  const day = lastChanged(site.sectionsOf(page));
  return {
    '@type': 'TechArticle',
    headline: page.title,
    description: page.description,
    url: site.url + page.path,
    inLanguage: 'en',
    ...(day && { dateModified: day }),
    publisher: { '@type': 'Organization', name: provider.name, url: provider.mainSite },
    ...(hasEndpoint && { about: { '@id': apiId(site) } }),
  };
}

/** The same steps that the page shows above its title. */
function breadcrumb(site: Site, page: Page): object {
  const group = site.summary.navigation.find(({ pages: all }) => all.some(({ path }) => path === page.path));
  const [first, second] = group?.pages ?? [];
  const steps = [
    { name: 'Docs', path: pages.docs },
    ...(group && first && second ? [{ name: group.title, path: first.path }] : []),
    ...(page.path === pages.docs ? [] : [{ name: page.title, path: page.path }]),
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  };
}

function webApi(site: Site): object {
  const { provider } = site.summary;
  return {
    '@type': 'WebAPI',
    '@id': apiId(site),
    name: `${provider.name} API`,
    documentation: [site.url + pages.docs, site.url + openApi],
    provider: { '@type': 'Organization', name: provider.name, url: provider.mainSite },
  };
}
