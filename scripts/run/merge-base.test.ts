import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { remove } from '../os/operating-system.mjs';
import { mergeBase } from './merge-base.mjs';

let folder: string;
const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const commit = (message: string): string => {
  git('commit', '--quiet', '--allow-empty', '--message', message);
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-merge-base-'));
});
afterEach(() => remove(folder));

it('mergeBase is the commit at which the branch left main', () => {
  git('init', '--quiet', '--initial-branch', 'main');
  const left = commit('first');
  git('checkout', '--quiet', '-b', 'work');
  commit('own');
  git('checkout', '--quiet', 'main');
  commit('second on main');
  git('checkout', '--quiet', 'work');
  expect(mergeBase(folder)).toBe(left);
});

it('mergeBase is HEAD where there is no main branch', () => {
  git('init', '--quiet', '--initial-branch', 'work');
  commit('first');
  expect(mergeBase(folder)).toBe('HEAD');
});
