import { spawn } from 'node:child_process';

/** Each of two processors has something to do, and no tool waits for another that is busy on one of them. */
const atOnce = 2;

/**
 * @typedef {object} Ended
 * @property {string} output all that it said, in order
 * @property {boolean} isRight it ended with 0
 */

/**
 * Runs a command to its end and keeps what it says.
 * @param {readonly [string, ...string[]]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Ended>}
 */
function runQuietly([file, ...words], options) {
  return new Promise(resolve => {
    /** @type {string[]} */
    const said = [];
    /** @type {(isRight: boolean) => void} */
    const end = isRight => resolve({ output: said.join('').trim(), isRight });
    const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', chunk => said.push(String(chunk)));
    }
    child.on('error', cause => {
      said.push(String(cause));
      end(false);
    });
    child.on('close', code => end(code === 0));
  });
}

/**
 * Runs commands two at a time, started in sequence, and reports each when it has ended. Resolves when all have.
 * @template {{ readonly command: readonly [string, ...string[]] }} T
 * @param {readonly T[]} all
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(one: T, ended: Ended & { readonly tookMs: number }) => void} report
 */
export async function runSideBySide(all, options, report) {
  const waiting = [...all];
  const runNext = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const begunAtMs = Date.now();
      const ended = await runQuietly(one.command, options);
      report(one, { ...ended, tookMs: Date.now() - begunAtMs });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}
