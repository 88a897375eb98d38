/**
 * `npm run mutants`, `npm run mutants -- sign journal`: changes critical code, one small change at a time, and reports
 * which changes no test detected.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePath } from './setup/node-24.mjs';
import { setUp } from './setup/setup.mjs';
import { root } from './setup/stamp.mjs';
import { remove } from './os/operating-system.mjs';

await setUp({ log: console.log });
// the copies that are changed lie outside the project, and go whatever comes
const folder = mkdtempSync(join(tmpdir(), 'fathom-mutants-'));
const words = [join(root, 'scripts', 'mutants', 'run.mjs'), folder, ...process.argv.slice(2)];
const child = spawn(nodePath() ?? process.execPath, words, { cwd: root, stdio: 'inherit' });
// the child hears Ctrl+C as well, and ends first
process.on('SIGINT', () => {});
child.on('close', code => {
  remove(folder);
  process.exitCode = code ?? 1;
});
