import type { PageProps, Section } from '../content/contract.ts';
import type { Look } from '../content/look.ts';
import { colourStyle } from '../content/provider/colours.ts';
import { escapeHtml } from '../platform/http/error-document.ts';
import { llms } from '../urls.ts';
import { appTemplateId } from '../web/preferences/head-script.ts';
import type { PageHead } from '../web/router/site-map.ts';

/** The files of the browser app that a document names. */
export interface Assets {
  script: string;
  /** What the script imports: named, so that they are fetched together. */
  imports?: string[];
  /** In the document itself: the first paint then waits for nothing else. */
  style?: string;
  /** What the first paint does without: it comes with the app. */
  styleLater?: string;
  /** Addresses of stylesheets, where a bundler serves them. */
  styles?: string[];
  /** Addresses of stylesheets that the page's own code brings into force. */
  stylesAhead?: string[];
  /** Of the text: asked for with the document. */
  font?: string;
  /** Scripts that hot reload needs before the app's own. */
  devScripts?: string[];
}

interface DocumentOptions extends PageHead {
  canonical: string;
  /** What the page is, for search engines. */
  structured: object | undefined;
  headScript: string;
  assets: Assets;
  look: Look;
  body: string;
  props: PageProps;
}

/**
 * A whole page in two parts; the visitor's CSRF token goes between them. The font is asked for by the body: for one
 * that the head asks for, a browser holds back the first frame.
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
${(assets.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">\n`).join('')}<link rel="canonical" href="${escapeHtml(options.canonical)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(look.icon)}">
${options.markdown ? `<link rel="alternate" type="text/markdown" href="${escapeHtml(options.markdown)}">\n` : ''}<link rel="describedby" type="text/plain" href="${llms}">
${options.structured ? `<script type="application/ld+json">${asScript(options.structured)}</script>\n` : ''}</head>
<body>
${assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>\n` : ''}<p class="visually-hidden" aria-hidden="true">${forPrograms(options.markdown)}</p>
<div id="root">${options.body}</div>
<script type="application/json" id="rails-props">${embed(options.props)}</script>
<template id="${appTemplateId}">
${assets.styleLater ? `<style>${assets.styleLater.trim()}</style>\n` : ''}${(assets.devScripts ?? []).map((source) => `<script type="module" src="${source}"></script>\n`).join('')}${(assets.imports ?? []).map((href) => `<link rel="modulepreload" href="${href}">\n`).join('')}${(assets.stylesAhead ?? []).map((href) => `<link rel="preload" href="${href}" as="style" crossorigin>\n`).join('')}<script type="module" src="${assets.script}"></script>
</template>
</body>
</html>
`;
  return { head, tail };
}

/** Most of them read the text of a page and nothing of its head. */
const forPrograms = (markdown: string | undefined) =>
  `For programs: ${markdown ? `this page is Markdown at ${escapeHtml(markdown)}, and ` : ''}${llms} lists every page of the documentation.`;

/** Pictures are in the body already. */
const embed = ({ picture: _, pictures: __, sections, ...props }: PageProps) =>
  asScript({ ...props, sections: sections.map(withoutPicture) });

/** No text in the data can end the element they stand in. */
const asScript = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

function withoutPicture(section: Section): Section {
  if (section.kind === 'mcp') return section;
  const { drawn: _, picture: __, ...rest } = section;
  return rest;
}
