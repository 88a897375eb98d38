import { spawn } from 'node:child_process';
import { startBusyLoops } from './busy-loops.mjs';

/** Runs parts of the long run one after the other, and says how each ended. */

/**
 * @typedef {import('./parts.mjs').Part} Part
 * @typedef {import('./parts.mjs').Size} Size
 * @typedef {{ readonly names: readonly string[], readonly isTrial: boolean }} Chosen no name: all parts
 */

/**
 * Reads `[--trial] [part …]`. Throws a sentence for a part that does not exist.
 * @param {readonly string[]} words
 * @param {readonly string[]} known
 * @returns {Chosen}
 */
export function readChosen(words, known) {
  const names = words.filter(word => word !== '--trial');
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `There is no part ${unknown.join(', ')}. The parts are ${known.join(', ')}; --trial runs each small.`,
    );
  return { names: names.length > 0 ? names : known, isTrial: words.includes('--trial') };
}

/**
 * Resolves with whether the command ended with 0.
 * @param {Size} size
 * @param {{ readonly node: string, readonly folder: string }} place
 * @returns {Promise<boolean>}
 */
function runSize({ words, environment = {}, busyLoops = 0 }, { node, folder }) {
  const load = startBusyLoops(busyLoops);
  return new Promise(resolve => {
    /** @param {boolean} isRight */
    const end = isRight => {
      load.stop();
      resolve(isRight);
    };
    const child = spawn(node, words, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', () => end(false));
    child.on('close', code => end(code === 0));
  });
}

/**
 * Runs the chosen parts in their order, all of them, and resolves with one line for each part: how it ended and how long
 * it took.
 * @param {Readonly<Record<string, Part>>} parts
 * @param {Chosen} chosen
 * @param {{ readonly node: string, readonly folder: string, readonly log: (line: string) => void }} place
 * @returns {Promise<{ readonly lines: readonly string[], readonly hasFailed: boolean }>}
 */
export async function runParts(parts, { names, isTrial }, { node, folder, log }) {
  const lines = [];
  let hasFailed = false;
  for (const [name, part] of Object.entries(parts).filter(([each]) => names.includes(each))) {
    const size = isTrial ? part.trial : part.night;
    if (size === null) {
      lines.push(`${name}: left out, because this checkout has no such test`);
      continue;
    }
    log(`\n== ${name}: ${part.what}${isTrial ? ' (trial: as small as it can be)' : ''}`);
    const startedAtMs = Date.now();
    const isRight = await runSize(size, { node, folder });
    hasFailed ||= !isRight;
    lines.push(
      `${name}: ${isRight ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - startedAtMs) / 60_000)} min`,
    );
  }
  return { lines, hasFailed };
}
