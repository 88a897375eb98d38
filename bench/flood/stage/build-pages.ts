import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The peers' pages, built in memory: nothing of them is ever packaged. */
export async function buildPage(name) {
  const { output } = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../pages', import.meta.url)),
    build: { write: false, target: 'chrome130', rolldownOptions: { input: `${name}.ts` } },
  });
  return output.find(({ type }) => type === 'chunk').code;
}
