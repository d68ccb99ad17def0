import { createServer as createVite, type ViteDevServer } from 'vite';
import { type Pages, type PagesOptions, type Renderer, renderPages } from './pages.ts';
import { root } from './platform/root.ts';
import { start } from './start.ts';
import { assetsBase } from './urls.ts';

await start(async () => {
  let vite: ViteDevServer | undefined;
  return {
    /** Rendered anew for each request, from the sources as they are now. */
    pages: async (options) => ({
      find: async (path) => (await render(vite!, options)).find(path),
      notFound: async () => (await render(vite!, options)).notFound(),
    }),
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
  };
});

async function render(vite: ViteDevServer, options: PagesOptions): Promise<Pages> {
  const { renderBody } = (await vite.ssrLoadModule('/src/web/server.tsx')) as Pick<Renderer, 'renderBody'>;
  return renderPages(options, {
    renderBody,
    assets: {
      script: `${assetsBase}src/web/main.tsx`,
      styles: [`${assetsBase}src/web/styles.css?direct`],
      devScripts: [`${assetsBase}@vite/client`, `${assetsBase}@id/__x00__@vitejs/plugin-react/preamble`],
    },
  });
}
