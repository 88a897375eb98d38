import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from './stamp.mjs';

/** What runs before the packages are there: on the Node that the user typed `npm start` with, from 20.19 on. */
const early = ['setup/setup', 'setup/command-words', 'setup/debian', 'run/run-fathom', 'run/pick-program', 'steps'];

function isOlder(file: string): boolean {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return /^v2[0-3]\./.test(stdout);
}

/** The Node of this system when it is older than Fathom's own; null: there is none. */
function findOlderNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'));
  const files = folders.map(folder => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'));
  return files.find(file => existsSync(file) && isOlder(file)) ?? null;
}

const node = findOlderNode();
const why = node === null ? ' (skipped: this system has no Node from 20 to 23)' : '';

it.skipIf(node === null)(`oldest Node: loads the scripts of the set-up on the Node of the system${why}`, () => {
  const urls = early.map(name => pathToFileURL(join(root, 'scripts', `${name}.mjs`)).href);
  const text = `for (const url of ${JSON.stringify(urls)}) await import(url);`;
  const { status, stderr } = spawnSync(node ?? '', ['--input-type=module', '--eval', text], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
