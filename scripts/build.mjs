/** `npm run build`: the engine room, the preload, the child processes and the page in its languages, into dist/. Runs on Node 24. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { whyTooHeavy } from './run/first-chunk.mjs';
import { writePages } from './run/page-languages.mjs';
import { root, writeBuildStamp } from './setup/stamp.mjs';

const engineModes = ['main', 'preload', 'children', 'trusted'];
/** @param {string} mode */
const buildMode = mode => build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });

rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const mode of engineModes) await buildMode(mode);
const pages = [await buildMode('production')].flat();
await buildMode('words');
writePages(join(root, 'dist', 'renderer'));
const reason = whyTooHeavy(pages.flatMap(page => ('output' in page ? page.output : [])));
if (reason === null) {
  writeBuildStamp();
} else {
  // without the stamp nothing takes this build for a good one
  console.error(reason);
  process.exitCode = 1;
}
