import { assetRoutes } from './site/assets.ts';
import { buildIfNeeded } from './site/build.ts';
import { builtRenderer, renderPages } from './site/pages.ts';
import { start } from './start.ts';

await start(async () => {
  const folder = buildIfNeeded(console.log);
  const renderer = await builtRenderer(folder);
  return {
    pages: async (options) => renderPages(options, renderer),
    mountAssets: (server) => assetRoutes(server, folder),
  };
});
