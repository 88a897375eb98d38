import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shareVariable } from '../share.ts';
import { runEach } from './run-each.ts';

const scripts: Readonly<Record<string, string>> = {
  good: `console.log(JSON.stringify({ metric: 'good', met: true }))`,
  throws: `throw new Error('Target page has been closed')`,
  // as a page does that closes while nobody waits for it
  later: `setTimeout(() => Promise.reject(new Error('closed behind our back')), 10); setTimeout(() => {}, 60_000)`,
  hangs: `setInterval(() => {}, 1000)`,
  silent: ``,
  half: `console.log(JSON.stringify({ metric: 'half', met: true })); process.exit(7)`,
  share: `console.log(process.env.${shareVariable})`,
  folder: `console.log(require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'left-')))`,
};

async function run(names: readonly (readonly string[])[], budgetMs = 120_000) {
  const lines: string[] = [];
  const failed = await runEach({
    benches: names.map(own => ({ names: own, mostMs: own[0] === 'hangs' ? 1_000 : 60_000 })),
    commandFor: name => [process.execPath, '-e', scripts[name] ?? ''],
    budgetMs,
    write: line => lines.push(line),
  });
  return { failed, lines, said: () => lines.map((line): unknown => JSON.parse(line)) };
}

describe('the benches of a run', () => {
  it('hand on what they measured', async () => {
    const { failed, said } = await run([['good']]);
    expect([failed, said()]).toEqual([0, [{ metric: 'good', met: true }]]);
  });

  it.each([
    ['throws', 'Target page has been closed'],
    ['later', 'closed behind our back'],
    ['silent', 'it measured nothing'],
  ])('one that %s is a line that says so, and the run goes on', async (name, reason) => {
    const { failed, said } = await run([[name], ['good']]);
    expect([failed, said()]).toEqual([
      1,
      [
        { metric: name, failed: expect.stringContaining(reason), met: false },
        { metric: 'good', met: true },
      ],
    ]);
  });

  it('one that hangs is ended, and the run goes on', async () => {
    const { said } = await run([['hangs'], ['good']]);
    expect(said()).toEqual([
      { metric: 'hangs', failed: 'it had not ended after 1 s', met: false },
      { metric: 'good', met: true },
    ]);
  });

  it('one of several metrics that breaks off says so for those that are missing', async () => {
    const { failed, said } = await run([['half', 'other half']]);
    expect([failed, said()]).toEqual([
      1,
      [
        { metric: 'half', met: true },
        { metric: 'other half', failed: 'it ended with code 7', met: false },
      ],
    ]);
  });

  it('end with the time of the whole run: what was not begun says so', async () => {
    const { failed, said } = await run([['hangs'], ['good']], 500);
    expect(failed).toBe(2);
    expect(said()[1]).toEqual({
      metric: 'good',
      failed: 'the 0.5 s of the whole run were used up before it',
      met: false,
    });
  });

  it('are told how long they may take', async () => {
    expect((await run([['share']])).lines).toEqual(['60000']);
  });

  it('leave no folder behind', async () => {
    const { lines } = await run([['folder']]);
    const [folder = ''] = lines;
    expect([folder.includes('left-'), existsSync(folder)]).toEqual([true, false]);
  });
});
