import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

/** Six builds, one file: `vite build --mode main|harness|preload|children|trusted`, and without a mode the page. */

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
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
    },
  };
}

export default defineConfig(({ mode }) => {
  if (mode === 'main') return engine({ main: `${root}electron/main.ts` }, 'es');
  if (mode === 'harness') return engine({ harness: `${root}electron/start/harness.ts` }, 'es');
  if (mode === 'preload') {
    return engine(
      { preload: `${root}electron/preload.ts`, 'trusted-preload': `${root}electron/trusted-preload.ts` },
      'cjs',
    );
  }
  if (mode === 'trusted') return page('trusted', []);
  if (mode === 'children') {
    return engine(
      {
        'practice-cli': `${root}practice/cli.ts`,
        'keyring-child': `${root}electron/credentials/keyring/child.ts`,
      },
      'es',
    );
  }
  return page('renderer', [react()]);
});
