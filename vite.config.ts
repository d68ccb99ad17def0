import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { assetsBase } from './src/urls.ts';

const entry = 'src/web/main.tsx';
const firstLoad = new Set<string>();
const everyPage = { name: 'app', test: (id: string) => firstLoad.has(id), priority: 1 };

/**
 * Small modules that most pictures share are one file per subject. Alone, each would cost every picture a request: the
 * data viewer would load 33 files instead of 22.
 */
const sharedParts = [
  { name: 'icons', test: /lucide/, minShareCount: 2 },
  { name: 'numbers', test: /src.pictures.(format|table|sounding.(math|unavailable))\./ },
  { name: 'drawing', test: /src.(pictures.(units|wind-barb)|web.pictures.(svg|picture-figure))\./ },
  { name: 'fleet', test: /src.pictures.(earth.regions|fleet-map)\./ },
].map((group) => ({ ...group, includeDependenciesRecursively: false }));

/** `vite build` creates the browser's files, `vite build --ssr src/web/server.tsx` the renderer that the server loads. */
export default defineConfig(({ command, isSsrBuild }) => ({
  base: assetsBase,
  publicDir: false,
  plugins: [react(), isSsrBuild ? [] : [findFirstLoad(), compileWhileLoading()]],
  build: {
    outDir: isSsrBuild ? 'build/server' : 'build/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsDir: '',
    // A font inside the stylesheet could not be preloaded, or cached by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The renderer's build too, because it inlines a stylesheet in pages.
    cssMinify: true,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: entry,
            output: { codeSplitting: { groups: [everyPage, ...sharedParts] } },
          },
        }),
  },
  // The renderer always uses the production build of React, whatever NODE_ENV its process has.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The renderer must run after `npm prune` has removed the browser's libraries, which are devDependencies.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));

/** Everything that all pages need is one file, because a dozen small files compress badly. */
function findFirstLoad(): Plugin {
  return {
    name: 'find-first-load',
    buildEnd() {
      const visit = (id: string) => {
        // Icons stay with the code that uses them. Their package exports all of them from one file.
        if (firstLoad.has(id) || id.includes('lucide')) return;
        firstLoad.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported);
      };
      for (const id of this.getModuleIds()) if (id.endsWith(entry)) visit(id);
      // The entry and its stylesheet stay out of it, so that the manifest lists them together.
      for (const id of firstLoad) if (id.endsWith(entry) || id.endsWith('.css')) firstLoad.delete(id);
    },
  };
}

/** Chromium compiles the file while it loads instead of at the first click, because nearly all of it is used at once. */
function compileWhileLoading(): Plugin {
  return {
    name: 'compile-while-loading',
    generateBundle: {
      // V8 reads this hint in the first line only.
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
