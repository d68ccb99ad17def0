import { assetRoutes } from './assets.ts';
import { buildIfNeeded } from './build.ts';
import { builtRenderer, renderPages } from './pages.ts';
import { start } from './start.ts';

await start(async () => {
  const folder = buildIfNeeded(console.log);
  const renderer = await builtRenderer(folder);
  return {
    pages: async (options) => renderPages(options, renderer),
    mountAssets: (server) => assetRoutes(server, folder),
  };
});
