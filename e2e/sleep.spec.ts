import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { expectTrueBook, recordChips, shownStates } from './live-book.ts';
import { setFault } from './second-client.ts';

/** longer than the ten seconds from which on the feed calls a pause a sleep */
const sleepS = 13;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly line: string;
}

function allProcesses(): readonly Process[] {
  const list = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap(row => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row);
    return match === null ? [] : [{ pid: Number(match[1]), parent: Number(match[2]), line: match[3] ?? '' }];
  });
}

/** This process, which runs the engine, and its browser; the exchange is elsewhere and never sleeps. */
function deskPids(): readonly number[] {
  const all = allProcesses().filter(({ line }) => !line.includes('practice-cli') && !line.startsWith('ps '));
  const below = (pid: number): number[] =>
    all.filter(({ parent }) => parent === pid).flatMap(child => below(child.pid).concat(child.pid));
  return [...below(process.pid), process.pid];
}

/** Stops every process of Fathom at once, and continues them after a while, as sleep does. */
function fallAsleep(): void {
  const pids = deskPids().join(' ');
  const script = `kill -STOP ${pids}; sleep ${sleepS}; kill -CONT ${pids}`;
  spawn('sh', ['-c', script], { stdio: 'ignore', detached: true }).unref();
}

test.beforeEach(() => {
  test.skip(process.platform !== 'linux', 'stops and continues processes');
});

test('the computer sleeps and wakes: the screen is marked as not live, then everything is loaded again and correct (fault 36)', async ({
  startFathom,
}) => {
  const { page, practice, dataDir } = await startFathom();
  const { control, spot } = await practice;
  const titles = ['Order book', 'Positions', 'Open orders'];
  const isLive = (title: string) => expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
  for (const title of titles) await isLive(title);
  const chips = await recordChips(page, 'Order book');
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
  await expect(row).toBeVisible();

  // meanwhile all connections end without a message: only the clocks show it
  await setFault(control, { fault: 'half-open' });
  // on loopback everything is loaded again between two frames of the screen: a delay makes it visible
  await setFault(control, { fault: 'latency', target: 'rest', ms: 500 });
  const log = () => readFileSync(join(dataDir, 'logs', 'fathom.log'), 'utf8');
  expect(log()).not.toContain('The computer slept.');
  fallAsleep();
  await expect.poll(log, { timeout: 60_000 }).toContain('The computer slept.');

  await expect.poll(() => shownStates(chips)).toContain('stale');
  await setFault(control, { fault: 'reset' });
  for (const title of titles) await isLive(title);
  await expect(row).toBeVisible();
  expect((await shownStates(chips)).at(-1)).toBe('live');
  await expectTrueBook(panel(page, 'Order book'), spot);
});
