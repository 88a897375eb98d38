import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** One page script of this folder and all that it imports, minified, and its styles: as our own page is built. */
export async function bundlePage(name) {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const { output } = await build({
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
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source));
  return { script: output.find(({ type }) => type === 'chunk').code, style: styles.join('\n') };
}

const pageOf = ({ style }) => `<!doctype html>
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
export async function serveBundle(page, origin, bundle) {
  const files = [
    { path: '/', contentType: 'text/html', body: pageOf(bundle) },
    { path: '/page.js', contentType: 'text/javascript', body: bundle.script },
    { path: '/page.css', contentType: 'text/css', body: bundle.style },
  ];
  for (const { path, contentType, body } of files)
    await page.route(`${origin}${path}`, route => route.fulfill({ contentType, body }));
  return async () => {
    for (const { path } of files) await page.unroute(`${origin}${path}`);
  };
}
