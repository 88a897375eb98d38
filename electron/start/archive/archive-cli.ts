import { runArchiveCommand } from '#archive/command/archive-command.ts';
import { placeOfDataDir } from '../data-dir.ts';
import { readPassphrase } from './read-passphrase.ts';

/** The program behind `npm run archive`. */
process.exitCode = await runArchiveCommand({
  words: process.argv.slice(2),
  defaultDataDir: placeOfDataDir(null),
  say: line => process.stdout.write(`${line}\n`),
  readPassphrase,
  nowMs: () => Date.now(),
});
