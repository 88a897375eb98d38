import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remove } from '../os/operating-system.mjs';
import { startBusyLoops } from './busy-loops.mjs';
import { killStories, longParts } from './parts.mjs';
import { readChosen, runParts } from './run-parts.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-long-'));
});
afterEach(() => remove(folder));

const known = ['model', 'soak'];

describe('readChosen', () => {
  it('chooses all parts without a name, and the named ones with one', () => {
    expect(readChosen([], known)).toEqual({ names: known, isTrial: false });
    expect(readChosen(['--trial', 'soak'], known)).toEqual({ names: ['soak'], isTrial: true });
  });

  it('rejects a part that does not exist and names those that do', () => {
    expect(() => readChosen(['model', 'sok'], known)).toThrow('no part sok. The parts are model, soak');
  });
});

const sizeThat = (source: string) => ({ words: ['--eval', source] });
const part = (source: string, trial = source) => ({
  what: 'a test',
  night: sizeThat(source),
  trial: sizeThat(trial),
});
const place = () => ({ node: process.execPath, folder, log: () => undefined });

describe('runParts', () => {
  it('runs all chosen parts, also after one that fails, and reports each', async () => {
    const parts = {
      first: part('process.exit(3)'),
      second: part(''),
      absent: { what: 'a test', night: null, trial: null },
      other: part('process.exit(4)'),
    };
    const chosen = { names: ['first', 'second', 'absent'], isTrial: false };
    expect(await runParts(parts, chosen, place())).toEqual({
      lines: [
        'first: FAILED after 0 min',
        'second: passed after 0 min',
        'absent: left out, because this checkout has no such test',
      ],
      hasFailed: true,
    });
  });

  it('runs the small size of a part for a trial', async () => {
    const chosen = { names: ['one'], isTrial: true };
    const { hasFailed } = await runParts({ one: part('process.exit(1)', '') }, chosen, place());
    expect(hasFailed).toBe(false);
  });

  it('passes its environment to a part', async () => {
    const size = { ...sizeThat('process.exit(process.env.ROUNDS === "300" ? 0 : 1)'), environment: { ROUNDS: '300' } };
    const parts = { kill: { what: 'a test', night: size, trial: size } };
    expect((await runParts(parts, { names: ['kill'], isTrial: false }, place())).hasFailed).toBe(false);
  });
});

describe('longParts', () => {
  it('has the five parts in sequence', () => {
    expect(Object.keys(longParts())).toEqual(['model', 'properties', 'mutants', 'soak', 'kill', 'stories']);
  });

  it('finds the stories that read the number of kill rounds', () => {
    mkdirSync(join(folder, 'e2e', 'stories'), { recursive: true });
    writeFileSync(join(folder, 'e2e', 'other.spec.ts'), 'test()');
    expect(longParts(folder)['kill']?.night).toBeNull();
    writeFileSync(join(folder, 'e2e', 'stories', 'kill.spec.ts'), `process.env['FATHOM_KILL_ROUNDS']`);
    expect(killStories(folder)).toEqual(['e2e/stories/kill.spec.ts']);
    expect(longParts(folder)['kill']?.night).toMatchObject({
      words: expect.arrayContaining(['e2e/stories/kill.spec.ts']),
      environment: { FATHOM_KILL_ROUNDS: '300' },
    });
  });
});

it('startBusyLoops starts processes that end by stop', async () => {
  const { pids, stop } = startBusyLoops(1);
  const isRunning = () => {
    try {
      return process.kill(pids[0] ?? 0, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  stop();
  await expect.poll(isRunning).toBe(false);
});
