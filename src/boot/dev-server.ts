import { createServer as createVite, type ViteDevServer } from 'vite';
import { root } from '../platform/root.ts';
import { type Renderer, renderOnDemand } from '../site/pages.ts';
import { assetsBase } from '../urls.ts';
import { preparePortal } from './portal.ts';
import { start } from './start.ts';

await start((config) => {
  let vite: ViteDevServer | undefined;
  return preparePortal(config, {
    // Pages are rendered from the current sources.
    pages: async (options) => renderOnDemand(options, () => rendererOf(vite!)),
    mountAssets(server) {
      server.addHook('onReady', async () => {
        vite = await createVite({
          root,
          appType: 'custom',
          logLevel: 'warn',
          server: { middlewareMode: true, hmr: { server: server.server } },
        });
      });
      server.addHook('onClose', async () => vite?.close());
      server.get(`${assetsBase}*`, { logLevel: 'warn' }, (request, reply) => {
        reply.hijack();
        vite!.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
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
      styles: ['styles', 'styles/code-font'].map((name) => `${assetsBase}src/web/${name}.css?direct`),
      devScripts: [`${assetsBase}@vite/client`, `${assetsBase}@id/__x00__@vitejs/plugin-react/preamble`],
    },
  };
}
