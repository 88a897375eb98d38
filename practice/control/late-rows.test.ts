import { expect, it } from 'vitest';
import type { MovementRecord } from '../accounts/movements/movements.ts';
import { createManualTime, startMs } from '../feed/testing/manual-time.ts';
import { createFakeFutures } from '../futures/testing/fake-futures.ts';
import { createSpotKit } from '../spot/testing/venue-kit.ts';
import { createFaultRegistry } from './fault-registry.ts';
import { createLateRows } from './late-rows.ts';

function movement(number: number, cause: MovementRecord['cause'] = null): MovementRecord {
  const wallet = { accountId: 'ann', wallet: 'main', currency: 'USDT' } as const;
  const amounts = { amount: '1', direction: 'in', balance: '1' } as const;
  return { ...wallet, ...amounts, number, businessType: 'TRANSFER', cause, createdAtMs: startMs };
}

function open() {
  const time = createManualTime();
  const registry = createFaultRegistry({ random: { next: () => 0 }, newestConnection: () => 0 });
  const trade = { symbol: 'BTC-USDT', orderId: 'o', tradeId: 9n };
  const rows = [movement(3), movement(2), movement(1, trade)];
  const shown = createLateRows(registry, time.clock, {
    spot: createSpotKit().venue,
    futures: createFakeFutures().venue,
    movements: { list: () => rows },
  });
  const listed = (): readonly number[] => shown.movements.list('ann').map(({ number }) => number);
  return { registry, listed, time };
}

it('late rows: every row is listed at once without a fault', () => {
  expect(open().listed()).toEqual([3, 2, 1]);
});

it('late rows: rows are listed with the delay of the fault, a booking of a trade by the number of the trade', () => {
  const { registry, listed, time } = open();
  registry.add({ fault: 'late-rows', ms: 60_000, every: 3 });
  expect(listed()).toEqual([2]);
  time.advance(59_999);
  expect(listed()).toEqual([2]);
  time.advance(1);
  expect(listed()).toEqual([3, 2, 1]);
});

it('late rows: every row is listed again after a reset', () => {
  const { registry, listed } = open();
  registry.add({ fault: 'late-rows', ms: 60_000 });
  expect(listed()).toEqual([]);
  registry.reset();
  expect(listed()).toEqual([3, 2, 1]);
});
