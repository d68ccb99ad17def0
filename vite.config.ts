import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { assetsBase } from './src/urls.ts';

const entry = 'src/web/main.tsx';
const codeFont = 'src/web/styles/code-font.css';
const firstLoad = new Set<string>();
const everyPage = { name: 'app', test: (id: string) => firstLoad.has(id), priority: 3 };

/** `vite build` makes the browser's files, `vite build --ssr src/web/server.tsx` the renderer the server loads. */
export default defineConfig(({ command, isSsrBuild }) => ({
  base: assetsBase,
  publicDir: false,
  plugins: [react(), isSsrBuild ? [] : [findFirstLoad(), compileWhileLoading()]],
  build: {
    outDir: isSsrBuild ? 'build/server' : 'build/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsDir: '',
    // A font inside the stylesheet could be neither preloaded nor cached on its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Also where the renderer holds a style that it puts into a page.
    cssMinify: true,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: [entry, codeFont],
            output: { codeSplitting: { groups: [everyPage] } },
          },
        }),
  },
  // The renderer is always the production one, whatever the process that loads it is called.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The renderer must run when the browser's libraries, being devDependencies, are pruned.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));

/** What every page needs goes into one file, also where a lazy part shares it: a dozen small files compress badly. */
function findFirstLoad(): Plugin {
  return {
    name: 'find-first-load',
    buildEnd() {
      const visit = (id: string) => {
        // An icon goes where it is used: its package names them all in one file.
        if (firstLoad.has(id) || id.includes('lucide')) return;
        firstLoad.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported);
      };
      for (const id of this.getModuleIds()) if (id.endsWith(entry)) visit(id);
      // The entry and its stylesheet stay together: the manifest names both in one place.
      for (const id of firstLoad) if (id.endsWith(entry) || id.endsWith('.css')) firstLoad.delete(id);
    },
  };
}

/** Nearly all of it is used at once: Chromium compiles it when it comes, not when the first click calls for it. */
function compileWhileLoading(): Plugin {
  return {
    name: 'compile-while-loading',
    generateBundle: {
      // V8 looks for it in the very first line.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name === everyPage.name)
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
