/** `npm start`: sets up what is missing, builds what is stale, picks the window and runs Fathom in it. */
import { commandWords } from './setup/command-words.mjs';
import { askToEnd } from './os/operating-system.mjs';
import { exitCodeOf, onEnd, startFathom } from './run/run-fathom.mjs';
import { buildStale, setUp } from './setup/setup.mjs';

/** @param {string} line */
const log = line => console.error(line);
/** @type {import('node:child_process').ChildProcess | null} */
let fathom = null;

// First of all: an end that is asked for during the set-up ends the set-up. Later a Ctrl-C reaches Fathom by itself too,
// as one of our process group; being asked twice does not disturb it.
onEnd(signal => (fathom === null ? process.exit(128) : askToEnd(fathom, signal)));

try {
  await setUp({ log });
  await buildStale({ log });
  fathom = startFathom({ words: commandWords(process.argv.slice(2), process.env), log });
  process.exitCode = await exitCodeOf(fathom);
} catch (cause) {
  log(`Fathom cannot start: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
