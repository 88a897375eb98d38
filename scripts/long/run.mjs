/**
 * `npm run test:long`, `npm run test:long -- model soak`: what takes hours, for a night. `-- --trial` runs each part as small
 * as it can be, to prove that it starts and ends.
 */
import { nodePath } from '../setup/node-24.mjs';
import { buildStale, setUp } from '../setup/setup.mjs';
import { root } from '../setup/stamp.mjs';
import { longParts } from './parts.mjs';
import { readChosen, runParts } from './run-parts.mjs';

const parts = longParts();
try {
  const chosen = readChosen(process.argv.slice(2), Object.keys(parts));
  await setUp({ log: console.log });
  await buildStale({ log: console.log });
  const place = { node: nodePath() ?? process.execPath, folder: root, log: console.log };
  const { lines, hasFailed } = await runParts(parts, chosen, place);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = hasFailed ? 1 : 0;
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 2;
}
