import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shareVariable } from '../share.ts';
import { paceOf } from './pace.ts';
import { runEach } from './run-each.ts';

const scripts: Readonly<Record<string, string>> = {
  good: `console.log(JSON.stringify({ metric: 'good', met: true }))`,
  bad: `console.log(JSON.stringify({ metric: 'bad', met: false }))`,
  throws: `throw new Error('Target page has been closed')`,
  // as a page does that closes without a waiting reader
  later: `setTimeout(() => Promise.reject(new Error('closed behind our back')), 10); setTimeout(() => {}, 60_000)`,
  hangs: `setInterval(() => {}, 1000)`,
  silent: ``,
  half: `console.log(JSON.stringify({ metric: 'half', met: true })); process.exit(7)`,
  share: `console.log(process.env.${shareVariable})`,
  folder: `console.log(require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'left-')))`,
};

async function run(names: readonly (readonly string[])[], { pace = 1 } = {}) {
  const lines: string[] = [];
  const progress: string[] = [];
  const outcome = await runEach({
    benches: names.map(own => ({ names: own, mostMs: own[0] === 'hangs' ? 1_000 : 60_000 })),
    pace,
    commandFor: name => [process.execPath, '-e', scripts[name] ?? ''],
    write: line => lines.push(line),
    say: line => progress.push(line),
  });
  return { outcome, lines, progress, metrics: () => lines.map((line): unknown => JSON.parse(line)) };
}

const nothing = { met: [], missed: [], notMeasured: [] };

describe('runEach', () => {
  it('passes on the lines of a bench, and counts a missed goal as missed', async () => {
    const { outcome, metrics } = await run([['good'], ['bad']]);
    expect(metrics()).toEqual([
      { metric: 'good', met: true },
      { metric: 'bad', met: false },
    ]);
    expect(outcome).toEqual({ ...nothing, met: ['good'], missed: ['bad'] });
  });

  it.each([
    ['throws', 'Target page has been closed'],
    ['later', 'closed behind our back'],
    ['silent', 'it measured nothing'],
  ])('reports a bench that ends like %j as not measured, and runs the next one', async (name, reason) => {
    const { outcome, metrics } = await run([[name], ['good']]);
    expect(metrics()).toEqual([
      { metric: name, notMeasured: expect.stringContaining(reason), met: null },
      { metric: 'good', met: true },
    ]);
    expect(outcome).toEqual({ ...nothing, met: ['good'], notMeasured: [name] });
  });

  it('ends a bench that hangs at its time limit, and runs all that follow', async () => {
    const { outcome, metrics } = await run([['hangs'], ['hangs'], ['share']], { pace: 2 });
    expect(metrics()).toEqual([
      { metric: 'hangs', notMeasured: 'it had not ended after 2 s', met: null },
      { metric: 'hangs', notMeasured: 'it had not ended after 2 s', met: null },
      120_000,
    ]);
    expect(outcome.notMeasured).toEqual(['hangs', 'hangs']);
  });

  it('multiplies the time limit of each bench by the pace, and passes the pace to the bench', async () => {
    expect((await run([['share']])).lines).toEqual(['60000']);
    expect((await run([['share']], { pace: 2.5 })).lines).toEqual(['150000']);
  });

  it('reports the missing metrics of a bench that ends early as not measured', async () => {
    const { outcome, metrics } = await run([['half', 'other half']]);
    expect(metrics()).toEqual([
      { metric: 'half', met: true },
      { metric: 'other half', notMeasured: 'it ended with code 7', met: null },
    ]);
    expect(outcome).toEqual({ ...nothing, met: ['half'], notMeasured: ['other half'] });
  });

  it('states which bench runs, how long it took, and how all ended', async () => {
    const { progress } = await run([['good'], ['bad'], ['throws']], { pace: 1.5 });
    expect(progress).toEqual([
      'Pace 1.5: each time limit is 1.5 times that of a quiet machine.',
      '[1/3] good (at most 90 s)',
      expect.stringMatching(/^\[1\/3] ended after \d+ s$/),
      '[2/3] bad (at most 90 s)',
      expect.stringMatching(/^\[2\/3] ended after \d+ s$/),
      '[3/3] throws (at most 90 s)',
      expect.stringMatching(/^\[3\/3] ended after \d+ s$/),
      '1 met, 1 missed (bad), 1 not measured (throws)',
    ]);
  });

  it('leaves no folder', async () => {
    const { lines } = await run([['folder']]);
    const [folder = ''] = lines;
    expect([folder.includes('left-'), existsSync(folder)]).toEqual([true, false]);
  });
});

describe('paceOf', () => {
  it.each([
    [500, 1],
    [1_000, 1],
    [2_500, 2.5],
  ])('returns the time of the fixed work in seconds, and at least 1: %i ms is %d', (tookMs, pace) => {
    expect(paceOf(tookMs)).toBe(pace);
  });
});
