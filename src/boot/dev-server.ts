import { createServer as createVite, type ViteDevServer } from 'vite';
import { root } from '../platform/root.ts';
import { type Renderer, renderOnDemand } from '../site/pages.ts';
import { assetsBase } from '../urls.ts';
import { preparePortal } from './portal.ts';
import { start } from './start.ts';

await start((config) => {
  const { promise: vite, resolve } = Promise.withResolvers<ViteDevServer>();
  return preparePortal(config, {
    // Pages are rendered from the current sources.
    pages: async (options) => renderOnDemand(options, async () => rendererOf(await vite)),
    mountAssets(server) {
      server.addHook('onReady', async () => {
        const hmr = { server: server.server };
        const options = { middlewareMode: true, hmr } as const;
        resolve(await createVite({ root, appType: 'custom', logLevel: 'warn', server: options }));
      });
      server.addHook('onClose', async () => (await vite).close());
      server.get(`${assetsBase}*`, { logLevel: 'warn' }, async (request, reply) => {
        reply.hijack();
        (await vite).middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
      });
    },
  });
});

async function rendererOf(vite: ViteDevServer): Promise<Renderer> {
  const { renderBody, landingStyle } = await vite.ssrLoadModule('/src/web/server.tsx');
  return {
    renderBody,
    landingStyle,
    assets: {
      script: `${assetsBase}src/web/main.tsx`,
      styleUrl: `${assetsBase}src/web/styles.css?direct`,
      devScripts: [`${assetsBase}@vite/client`, `${assetsBase}@id/__x00__@vitejs/plugin-react/preamble`],
    },
  };
}
