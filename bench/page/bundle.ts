import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';

export interface Bundle {
  readonly script: string;
  readonly style: string;
}

export type PageScript =
  | 'ordinary/ordinary-page'
  | 'depth/depth-ours'
  | 'depth/depth-recharts'
  | 'depth/depth-uplot'
  | 'react-ladder'
  | 'table/table-ag-grid'
  | 'table/table-ours'
  | 'table/table-react-window'
  | 'table/table-with-book';

/** One page script of this folder and all that it imports, minified, and its styles: as our own page is built. */
export async function bundlePage(name: PageScript): Promise<Bundle> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    build: {
      write: false,
      target: 'chrome130',
      modulePreload: false,
      rolldownOptions: { input: `${folder}${name}.ts`, output: { codeSplitting: false } },
    },
  });
  const files = [built].flat().flatMap(part => ('output' in part ? part.output : []));
  const styles = files.flatMap(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : []));
  const script = files.find(file => file.type === 'chunk');
  if (script === undefined) throw new Error(`nothing came of the page ${name}`);
  return { script: script.code, style: styles.join('\n') };
}

const pageOf = (): string => `<!doctype html>
<html lang="en" data-theme="dark" data-density="medium">
  <head>
    <meta charset="utf-8" />
    <title>bench</title>
    <link rel="stylesheet" href="./page.css" />
    <script type="module" src="./page.js"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;

/** From now on `page` shows the bundle at `origin` instead of what is there; the answer ends it. */
export async function serveBundle(page: Page, origin: string, bundle: Bundle): Promise<() => Promise<void>> {
  const files = [
    { path: '/', contentType: 'text/html', body: pageOf() },
    { path: '/page.js', contentType: 'text/javascript', body: bundle.script },
    { path: '/page.css', contentType: 'text/css', body: bundle.style },
  ];
  for (const { path, contentType, body } of files)
    await page.route(`${origin}${path}`, route => route.fulfill({ contentType, body }));
  return async () => {
    for (const { path } of files) await page.unroute(`${origin}${path}`);
  };
}
