import type { Config } from '../platform/config.ts';
import { assetRoutes } from '../site/assets.ts';
import { buildIfNeeded } from '../site/build.ts';
import { builtRenderer, renderPages } from '../site/pages.ts';
import { preparePortal } from './portal.ts';
import type { Prepared } from './start.ts';

/** The whole portal with the built browser app. */
export async function prepareBuiltPortal(config: Config): Promise<Prepared> {
  const folder = buildIfNeeded(console.log);
  const renderer = await builtRenderer(folder);
  return preparePortal(config, {
    pages: async (options) => renderPages(options, renderer),
    mountAssets: (server) => assetRoutes(server, folder),
  });
}
