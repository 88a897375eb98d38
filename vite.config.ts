import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { withoutHtml } from './scripts/run/without-html.mjs';

/** Six builds, one file: `vite build --mode main|preload|children|trusted|words`, and without a mode the page. */

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = `${root}dist`;

/** Bundled because its many small files would cost a start more than they weigh. */
const bundled = ['zod'];

function isExternal(id: string): boolean {
  if (id.startsWith('node:') || id === 'electron' || builtinModules.includes(id)) return true;
  const isPackage = !id.startsWith('.') && !id.startsWith('#') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id);
  return isPackage && !bundled.some(name => id === name || id.startsWith(`${name}/`));
}

/** The engine room: plain Node modules, readable, with everything of node_modules left where it is. */
function engine(entries: Record<string, string>, format: 'es' | 'cjs'): UserConfig {
  return {
    root,
    publicDir: false,
    ssr: { noExternal: bundled },
    build: {
      ssr: true,
      target: 'node24',
      outDir: `${dist}/electron`,
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: entries,
        external: isExternal,
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  };
}

interface ModuleLinks {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
}

/** Reached through the index of their package, or through shared/decimal.ts, and used by later files only. */
const usedLater =
  /\/(?:(?:mutationObserver|queriesObserver|useMutation|useQueries)\.js|shared\/decimal\/more-arithmetic\.ts)$/;

/**
 * What the page needs at once comes in one file: what it shares with a later one would else be a file of its own, and each
 * file is a question to the main process before anything can be drawn.
 */
function nameOfFirst(id: string, context: { getModuleInfo: (id: string) => ModuleLinks | null }): string | null {
  if (usedLater.test(id)) return null;
  const seen = new Set([id]);
  // iteration of a set includes the elements that are added during it
  for (const each of seen) {
    const links = context.getModuleInfo(each);
    if (links?.isEntry === true) return 'first';
    for (const importer of links?.importers ?? []) seen.add(importer);
  }
  return null;
}

function page(folder: 'renderer' | 'trusted', plugins: UserConfig['plugins']): UserConfig {
  return {
    root: `${root}${folder}`,
    base: './',
    plugins: plugins ?? [],
    build: {
      outDir: `${dist}/${folder}`,
      emptyOutDir: true,
      target: 'chrome130',
      sourcemap: false,
      // our policy knows neither inline scripts nor data: fonts
      assetsInlineLimit: 0,
      // the names of all files would stand in the first one; a file that comes later asks for its own, and style sheets are asked for ahead
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, names) => names.filter(name => name.endsWith('.css')),
      },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        // without side effects a file that is only passed on is not loaded with the one that passes it on
        treeshake: { moduleSideEffects: [{ test: /\/shared\/decimal\//, sideEffects: false }] },
        output: { codeSplitting: { groups: [{ name: nameOfFirst, debugName: 'first' }] } },
      },
    },
  };
}

/** Messages are read here and not in the page: it gets them as lists, and needs no reader of its own. */
const compiledMessages: Plugin = {
  name: 'fathom:compiled-messages',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\/renderer\/words\/\w+\.json$/.test(id)) return null;
    const messages: unknown = JSON.parse(code);
    if (typeof messages !== 'object' || messages === null) return null;
    const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(String(text))] as const);
    return JSON.stringify(Object.fromEntries(compiled));
  },
};

/** The catalogues, each one file before the page's first; built after the page, into its folder. */
function words(): UserConfig {
  return {
    root: `${root}renderer`,
    base: './',
    publicDir: false,
    plugins: [compiledMessages],
    build: {
      outDir: `${dist}/renderer`,
      emptyOutDir: false,
      target: 'chrome130',
      sourcemap: false,
      modulePreload: false,
      rolldownOptions: { input: { de: `${root}renderer/words/de.ts` }, output: { entryFileNames: 'words/[name].js' } },
    },
  };
}

export default defineConfig(({ mode }) => {
  // the harness starts the very program that main does
  if (mode === 'main')
    return engine(
      {
        main: `${root}electron/main.ts`,
        harness: `${root}electron/start/harness.ts`,
        'watchdog-worker': `${root}electron/start/watchdog/watchdog-worker.ts`,
      },
      'es',
    );
  if (mode === 'preload') {
    return engine(
      { preload: `${root}electron/preload.ts`, 'trusted-preload': `${root}electron/trusted-preload.ts` },
      'cjs',
    );
  }
  if (mode === 'trusted') return page('trusted', []);
  if (mode === 'words') return words();
  if (mode === 'children') {
    return engine(
      {
        'practice-cli': `${root}practice/cli.ts`,
        'keyring-child': `${root}electron/credentials/keyring/child.ts`,
        'archive-worker': `${root}electron/archive/worker/archive-worker.ts`,
        'backup-worker': `${root}electron/archive/backup/backup-worker.ts`,
        'portfolio-worker': `${root}electron/portfolio/worker/portfolio-worker.ts`,
        'audit-worker': `${root}electron/store/audit/check/check-worker.ts`,
      },
      'es',
    );
  }
  return page('renderer', [react(), { name: 'fathom:without-html', transform: withoutHtml }]);
});
