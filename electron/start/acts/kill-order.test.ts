import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import { fail, succeed } from '#shared/errors.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#log/testing/small-disk.ts';
import { obeyKillOrders, type Obey, orderKill } from './kill-order.ts';

/** Both ends on one folder, on a clock that the test moves. */

let dataDir: string;
let stop: () => void;
let lines: string[];
let run: KillRun;
let fired: number;

const row = (scope: KillRow['scope'], change: Partial<KillRow> = {}): KillRow => ({
  scope,
  state: 'working',
  found: null,
  sent: 0,
  gone: 0,
  left: 0,
  isCounted: true,
  reason: null,
  readAtMs: null,
  ...change,
});
const gone = { state: 'clear', found: 2, gone: 2, readAtMs: 1 } as const;
const down = { state: 'unreachable', reason: 'Futures does not answer.' } as const;
const stands = (rows: readonly KillRow[], endedAtMs: number | null = null): void => {
  run = { id: 'k', startedAtMs: 1, endedAtMs, rows: [...rows] };
};
const obey: Obey = () => {
  fired += 1;
  return succeed(() => run);
};
const wait = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms);
  });
const order = () => orderKill({ dataDir, say: line => void lines.push(line), wait });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-kill-order-'));
  lines = [];
  fired = 0;
  stands([row('spot-orders'), row('futures-orders')]);
  stop = obeyKillOrders(dataDir, obey);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

it('tells each venue as soon as it is cleared or not reached, goes on, and ends when the run does', async () => {
  const answer = order();
  await pass(1_500);
  expect(lines).toEqual(['Cancelling everything and freezing the profile that is open.']);
  stands([row('spot-orders', gone), row('futures-orders')]);
  await pass(1_500);
  expect(lines.slice(1)).toEqual(['spot orders: 2 found, 2 gone, none left']);
  stands([row('spot-orders', gone), row('futures-orders', down)]);
  await pass(60_000);
  expect(lines.slice(2)).toEqual([
    'futures orders: NOT REACHED. Futures does not answer.',
    'Fathom goes on trying what is not clear, for ten minutes at the most. Ctrl+C ends this report, not that.',
  ]);
  stands([row('spot-orders', gone), row('futures-orders', gone)], 9);
  await pass(1_500);
  expect(lines.slice(4)).toEqual([
    'futures orders: 2 found, 2 gone, none left',
    'Nothing is active any more. The profile is frozen.',
  ]);
  expect([await answer, fired]).toEqual([true, 1]);
});

it('a venue that was given up is named at the end, and the answer says that not all is gone', async () => {
  stands([row('spot-orders', gone), row('futures-orders', down)], 9);
  const answer = order();
  await pass(1_500);
  expect(await answer).toBe(false);
  expect(lines.at(-1)).toBe(
    'Not everything is gone. 2 orders are gone. Not clear: futures orders could not be read (Futures does not answer.). The profile is frozen.',
  );
});

it('what cannot be obeyed is said in the words of main', async () => {
  stop();
  stop = obeyKillOrders(dataDir, () => fail('no-profile', 'No profile is open.'));
  const answer = order();
  await pass(1_500);
  expect(await answer).toBe(false);
  expect(lines.at(-1)).toBe('No profile is open.');
});

it('two orders are one run, and both are told', async () => {
  const answers = [order()];
  await pass(1_500);
  answers.push(order());
  await pass(15_000);
  stands([row('spot-orders', gone), row('futures-orders', gone)], 9);
  await pass(1_500);
  expect(await Promise.all(answers)).toEqual([true, true]);
});

it('a Fathom that ends or hangs in the middle is told soon', async () => {
  const answer = order();
  stands([row('spot-orders', gone), row('futures-orders')]);
  await pass(1_500);
  stop();
  await pass(12_000);
  expect(await answer).toBe(false);
  expect(lines.at(-1)).toContain('Fathom reports no more');
});

it('a Fathom that does not take the order is told after ten seconds, and may take it later', async () => {
  stop();
  const answer = order();
  await pass(11_000);
  expect(lines.at(-1)).toContain('has not taken the order for ten seconds');
  await pass(11 * 60_000);
  expect(await answer).toBe(false);
  expect(lines.at(-1)).toBe('Fathom did not report. Look at the exchange itself.');
  expect(existsSync(join(dataDir, 'kill-order'))).toBe(true);
});

const why = whyNoSmallDisk();

describe.skipIf(why !== null)(why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`, () => {
  let disk: SmallDisk;

  beforeEach(() => {
    stop();
    rmSync(dataDir, { recursive: true, force: true });
    disk = mountSmallDisk('1m');
    dataDir = disk.folder;
    stop = obeyKillOrders(dataDir, obey);
    disk.fill();
  });
  afterEach(() => {
    disk.unmount();
  });

  it('12: the order is obeyed, though neither it nor its report can be written', async () => {
    stands([row('spot-orders', gone), row('futures-orders', gone)], 9);
    const answer = order();
    await pass(15_000);
    expect(await answer).toBe(false);
    expect(fired).toBe(1);
    expect(lines.slice(1)).toEqual([
      'Fathom has taken the order and cannot write its report. Its window tells how it stands.',
      'Fathom did not report. Look at the exchange itself.',
    ]);
  });

  it('12: it is told as ever once there is room for the report', async () => {
    const answer = order();
    await pass(1_500);
    disk.makeRoom();
    stands([row('spot-orders', gone), row('futures-orders', gone)], 9);
    await pass(1_500);
    expect(await answer).toBe(true);
    expect([fired, lines.at(-1)]).toEqual([1, 'Nothing is active any more. The profile is frozen.']);
  });
});
