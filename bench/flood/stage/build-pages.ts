import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export type PeerPage = 'canvas' | 'react' | 'text';

/** The peers' pages, built in memory: nothing of them is ever packaged. */
export async function buildPage(name: PeerPage): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../pages', import.meta.url)),
    build: { write: false, target: 'chrome130', rolldownOptions: { input: `${name}.ts` } },
  });
  const files = [built].flat().flatMap(part => ('output' in part ? part.output : []));
  const page = files.find(file => file.type === 'chunk');
  if (page === undefined) throw new Error(`nothing came of the page ${name}`);
  return page.code;
}
