/**
 * `npm run mutants`, `npm run mutants -- sign journal`: changes the code that must not be wrong, one small thing at a
 * time, and tells which changes no test noticed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePath } from './setup/node-24.mjs';
import { setUp } from './setup/setup.mjs';
import { root } from './setup/stamp.mjs';

await setUp({ log: console.log });
// the copies that are changed lie outside the project, and go whatever comes
const folder = mkdtempSync(join(tmpdir(), 'fathom-mutants-'));
const words = [join(root, 'scripts', 'mutants', 'run.mjs'), folder, ...process.argv.slice(2)];
const child = spawn(nodePath() ?? process.execPath, words, { cwd: root, stdio: 'inherit' });
// the child hears Ctrl+C as well, and ends first
process.on('SIGINT', () => {});
child.on('close', code => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
