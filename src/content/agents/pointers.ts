import { apiCatalog, llms, markdownOf } from '../../urls.ts';

const everywhere = `<${llms}>; rel="describedby"; type="text/plain", <${apiCatalog}>; rel="api-catalog"`;

/** The `Link` header of a page: where programs read on. A page of the documentation is Markdown as well. */
export const linksFor = (path: string | undefined) =>
  path === undefined
    ? everywhere
    : `<${markdownOf(path)}>; rel="alternate"; type="text/markdown", ${everywhere}`;
