import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import { fail, succeed } from '#shared/errors.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { watchKillRequestFile, type FireKillSwitch } from '../actions/kill-request-watch.ts';
import { askMain } from './ask-main.ts';
import { isKillRequested, leaveKillRequest } from './kill-request.ts';

/** Both ends on one folder, on a clock that the test moves. */

let dataDir: string;
let stop: () => void;
let lines: string[];
let run: KillRun;
let fired: number;
let stale: number[];
let turnMain = (): void => {};

const row = (scope: KillRow['scope'], change: Partial<KillRow> = {}): KillRow => ({
  scope,
  state: 'working',
  found: null,
  sent: 0,
  gone: 0,
  left: 0,
  kept: 0,
  isCounted: true,
  reason: null,
  readAtMs: null,
  ...change,
});
const gone = { state: 'clear', found: 2, gone: 2, readAtMs: 1 } as const;
const down = { state: 'unreachable', reason: 'Futures does not answer.' } as const;
const mockRun = (rows: readonly KillRow[], endedAtMs: number | null = null): void => {
  run = { id: 'k', startedAtMs: 1, endedAtMs, rows: [...rows] };
};
const fireKillSwitch: FireKillSwitch = () => {
  fired += 1;
  return succeed(() => run);
};
const wait = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms);
  });
const ask = () => askMain({ dataDir, say: line => void lines.push(line), wait });
const obeyFrom = (how: FireKillSwitch) =>
  watchKillRequestFile({ dataDir, fireKillSwitch: how, onStale: writtenAtMs => void stale.push(writtenAtMs) });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The timers of main turn only when the test calls `turnMain`. */
function turnByHand(): void {
  stop();
  const hung = vi.spyOn(globalThis, 'setInterval').mockImplementation((turn: () => void) => {
    turnMain = turn;
    return setTimeout(() => {}, 0);
  });
  stop = obeyFrom(fireKillSwitch);
  hung.mockRestore();
}

beforeEach(() => {
  vi.useFakeTimers();
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-kill-order-'));
  lines = [];
  fired = 0;
  stale = [];
  mockRun([row('spot-orders'), row('futures-orders')]);
  stop = obeyFrom(fireKillSwitch);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  removeFolder(dataDir);
});

it('kill command prints each venue when it is cleared or not reached, continues, and ends with the run', async () => {
  const answer = ask();
  await pass(1_500);
  expect(lines).toEqual(['Cancelling everything and freezing the profile that is open.']);
  mockRun([row('spot-orders', gone), row('futures-orders')]);
  await pass(1_500);
  expect(lines.slice(1)).toEqual(['spot orders: 2 found, 2 cancelled, none open']);
  mockRun([row('spot-orders', gone), row('futures-orders', down)]);
  await pass(60_000);
  expect(lines.slice(2)).toEqual([
    'futures orders: NOT REACHED. Futures does not answer.',
    'Fathom goes on trying what is not clear, for ten minutes at the most. Ctrl+C ends this report, not that.',
  ]);
  mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
  await pass(1_500);
  expect(lines.slice(4)).toEqual([
    'futures orders: 2 found, 2 cancelled, none open',
    'No order is open. The profile is frozen.',
  ]);
  expect([await answer, fired]).toEqual(['clear', 1]);
});

it('kill command names a venue that was given up at the end, and answers that orders may remain', async () => {
  mockRun([row('spot-orders', gone), row('futures-orders', down)], 9);
  const answer = ask();
  await pass(1_500);
  expect(await answer).toBe('not-clear');
  expect(lines.at(-1)).toBe(
    'Not all orders are cancelled. 2 orders cancelled. Not confirmed: futures orders could not be read (Futures does not answer.). The profile is frozen.',
  );
});

it('kill command prints the reason of main when it cannot run', async () => {
  stop();
  stop = obeyFrom(() => fail('no-profile', 'No profile is open.'));
  const answer = ask();
  await pass(1_500);
  expect(await answer).toBe('not-clear');
  expect(lines.at(-1)).toBe('No profile is open.');
});

it('kill command joins two commands to one run, and both print it', async () => {
  const answers = [ask()];
  await pass(1_500);
  answers.push(ask());
  await pass(15_000);
  mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
  await pass(1_500);
  expect(await Promise.all(answers)).toEqual(['clear', 'clear']);
});

it('kill command answers two commands of the same time, each by its own request', async () => {
  mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
  const answers = [ask()];
  await pass(100);
  answers.push(ask());
  await pass(15_000);
  expect(await Promise.all(answers)).toEqual(['clear', 'clear']);
  expect([fired, isKillRequested(dataDir)]).toEqual([1, false]);
});

it('kill command answers although a second command starts before the last report is read', async () => {
  mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
  await pass(250);
  const answers = [ask()];
  await pass(300);
  answers.push(ask());
  await pass(15_000);
  expect(await Promise.all(answers)).toEqual(['clear', 'clear']);
});

it('kill command answers although the last report was replaced by that of a second command', async () => {
  turnByHand();
  mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
  const answer = ask();
  turnMain();
  leaveKillRequest(dataDir);
  turnMain();
  await pass(15_000);
  expect([await answer, fired]).toEqual(['clear', 2]);
});

it('kill command reports a Fathom that ends or hangs during the run as silent', async () => {
  const answer = ask();
  mockRun([row('spot-orders', gone), row('futures-orders')]);
  await pass(1_500);
  stop();
  await pass(12_000);
  expect(await answer).toBe('silent');
  expect(lines.at(-1)).toContain('Fathom reports no more');
});

it('kill command reports a Fathom that does not answer within 3 s as silent, and leaves the request for it', async () => {
  turnByHand();
  const answer = ask();
  await pass(3_500);
  expect(await answer).toBe('silent');
  expect([lines.at(-1), isKillRequested(dataDir)]).toEqual([
    'Fathom does not answer: it hangs, or it has just started.',
    true,
  ]);
  turnMain();
  expect([fired, isKillRequested(dataDir)]).toEqual([1, false]);
});

it('kill command discards a request of an earlier run with a notice, and fires nothing', async () => {
  stop();
  leaveKillRequest(dataDir);
  stop = obeyFrom(fireKillSwitch);
  await pass(2_000);
  expect([fired, stale.length, isKillRequested(dataDir)]).toEqual([0, 1, false]);
});

const why = whyNoSmallDisk();

describe.skipIf(why !== null)(why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`, () => {
  let disk: SmallDisk;

  beforeEach(() => {
    stop();
    removeFolder(dataDir);
    disk = mountSmallDisk('1m');
    dataDir = disk.folder;
    stop = obeyFrom(fireKillSwitch);
    disk.fill();
  });
  afterEach(() => {
    disk.unmount();
  });

  it('kill command runs when neither its request nor its report can be written (fault 12)', async () => {
    mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
    const answer = ask();
    await pass(15_000);
    expect(await answer).toBe('silent');
    expect(fired).toBe(1);
    expect(lines.slice(1)).toEqual([
      'Fathom has taken the request and cannot write its report. Its window shows how it goes.',
    ]);
  });

  it('kill command prints the report once there is disk space for it (fault 12)', async () => {
    const answer = ask();
    await pass(1_500);
    disk.makeRoom();
    mockRun([row('spot-orders', gone), row('futures-orders', gone)], 9);
    await pass(1_500);
    expect(await answer).toBe('clear');
    expect([fired, lines.at(-1)]).toEqual([1, 'No order is open. The profile is frozen.']);
  });
});
