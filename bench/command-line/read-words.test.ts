import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mainBenches } from './metrics.ts';
import { readWords } from './read-words.ts';

const launcher = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));

describe('the command line of the bench', () => {
  it('runs all benches without arguments', () => {
    expect(readWords([])).toEqual({ kind: 'run', only: [], isQuick: false, soakMs: null });
  });

  it('accepts several names', () => {
    expect(readWords(['--only', 'gate', '--only', 'page'])).toEqual({
      kind: 'run',
      only: ['gate', 'page'],
      isQuick: false,
      soakMs: null,
    });
  });

  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
  ])('reads %s', (text, soakMs) => {
    expect(readWords(['--soak', text])).toEqual({ kind: 'run', only: [], isQuick: false, soakMs });
  });

  it('runs the ten main benches for --quick', () => {
    expect(readWords(['--quick'])).toEqual({ kind: 'run', only: [], isQuick: true, soakMs: null });
    expect(mainBenches).toHaveLength(10);
  });

  it.each(['', '10', 'm', '10 m', '-1m', '0s', '1.5h', '10min', '1e3s', '169h'])('rejects the soak time "%s"', text => {
    const answer = readWords([`--soak=${text}`]);
    expect(answer).toEqual({ kind: 'wrong', message: expect.stringContaining('such as 90s, 10m or 2h') });
  });

  it('rejects unknown names', () => {
    for (const words of [
      ['--wat'],
      ['gate'],
      ['--only'],
      ['--soak', '1m', '--only', 'gate'],
      ['--quick', '--only', 'gate'],
      ['--quick', '--soak', '1m'],
    ])
      expect(readWords(words)).toEqual({ kind: 'wrong', message: expect.any(String) });
  });
});

const run = (words: readonly string[]) => spawnSync(process.execPath, [launcher, ...words], { encoding: 'utf8' });

describe('npm run bench', () => {
  it.each([[['--soak', 'soon']], [['--only', 'no such metric']]])('prints the reason for an error: %j', words => {
    const { status, stdout, stderr } = run(words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\n\nUsage/);
  });

  it('prints its usage', () => {
    const { status, stdout } = run(['--help']);
    expect([status, stdout.startsWith('Usage')]).toEqual([0, true]);
  });
});
