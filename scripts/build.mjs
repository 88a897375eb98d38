/** `npm run build`: the engine room, the preload, the child processes and the page in its languages, into dist/. Runs on Node 24. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { bundledPackages, noticesFile, noticesText } from './package/notices.mjs';
import { whyTooHeavy } from './run/first-chunk.mjs';
import { writePages } from './run/page-languages.mjs';
import { root, writeBuildStamp } from './setup/stamp.mjs';
import { remove } from './os/operating-system.mjs';

// a test runner says `test`, and Vite would then bundle the development code of React
process.env['NODE_ENV'] = 'production';

const engineModes = ['main', 'preload', 'children', 'trusted'];

/**
 * Builds one part of Fathom into dist/.
 * @param {string} mode
 * @returns {Promise<import('vite').Rolldown.RolldownOutput['output'][number][]>} the written files
 */
async function buildMode(mode) {
  const built = await build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
  return [built].flat().flatMap(each => ('output' in each ? each.output : []));
}

remove(join(root, 'dist'));
const output = [];
for (const mode of engineModes) output.push(...(await buildMode(mode)));
const page = await buildMode('production');
output.push(...page, ...(await buildMode('words')));
writePages(join(root, 'dist', 'renderer'));
const bundled = bundledPackages(output, root);
writeFileSync(join(root, 'dist', noticesFile), noticesText(bundled));
const reason = whyTooHeavy(page);
if (reason === null) {
  writeBuildStamp({ bundled: bundled.map(({ name, version }) => ({ name, version })) });
} else {
  // without the stamp nothing takes this build for a good one
  console.error(reason);
  process.exitCode = 1;
}
