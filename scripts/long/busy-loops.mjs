import { spawn } from 'node:child_process';
import { endAtOnce } from '../os/operating-system.mjs';

/** Loads the machine with processes that never rest, as other programs of a user do. */

/** The loop is in a thread of its own, so that the process notices the end of its standard input. */
const source = `
const { Worker } = require('node:worker_threads');
new Worker('for (;;);', { eval: true });
process.stdin.resume().on('end', () => process.exit());
`;

/**
 * Starts busy processes. They end by `stop`, and when this process ends, because their standard input closes.
 * @param {number} count
 */
export function startBusyLoops(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', source], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  return {
    pids: children.map(({ pid }) => pid),
    stop: () => {
      for (const child of children) endAtOnce(child);
    },
  };
}
