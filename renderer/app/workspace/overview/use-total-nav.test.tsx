import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { useTotalNav } from './use-total-nav.ts';

afterEach(cleanup);

const transfer: LedgerEntry = {
  id: '1',
  currency: 'USDT',
  accountType: 'MAIN',
  bizType: 'SUB_TRANSFER',
  direction: 'out',
  amount: '50',
  fee: null,
  balance: null,
  createdAtMs: 70_000,
};

interface Shown {
  readonly nowMs: number;
  /** of the master account */
  readonly worth: Decimal;
  /** when the sub-accounts were read */
  readonly asOfMs: number | null;
  readonly futuresAtMs?: number | null;
  readonly hasOwn?: boolean;
}

const priceOf = (currency: string): Decimal | null => (currency === 'BTC' ? '100000' : null);

function optionsOf({ nowMs, worth, asOfMs, futuresAtMs = null, hasOwn = true }: Shown) {
  return {
    overseen: {
      updatedAtMs: asOfMs,
      futuresAtMs,
      data: { lines: [{ knownAtMs: asOfMs, otherWalletsAsOfMs: null }] },
    },
    risk: { view: { worth, priceOf }, read: hasOwn ? { data: [] } : {}, inputs: { nowMs } },
    subsValue: '1000' as const,
    currency: 'USDT',
    ledger: [transfer],
  };
}

/** Draws one moment after another; the page draws its own figures once a second. */
function show(...moments: readonly Shown[]) {
  const [first, ...later] = moments;
  if (first === undefined) throw new Error('no moment');
  const { result, rerender } = renderHook((shown: Shown) => useTotalNav(optionsOf(shown)), { initialProps: first });
  for (const shown of later) rerender(shown);
  return result.current;
}

it('total NAV keeps the value of the master account at the time of the sub-accounts, until those are read again', () => {
  const before: Shown = { nowMs: 60_000, worth: '500', asOfMs: null };
  const arrived: Shown = { nowMs: 99_000, worth: '450', asOfMs: 60_000 };
  expect(show(before, arrived)).toMatchObject({ value: '1500', asOfMs: 60_000 });
  const later: Shown = { nowMs: 100_000, worth: '450', asOfMs: 99_000 };
  expect(show(before, arrived, later)).toMatchObject({ value: '1450', asOfMs: 99_000 });
});

it('total NAV is unknown when the value of the master account at the time of the sub-accounts is unknown', () => {
  const late: Shown = { nowMs: 100_000, worth: '500', asOfMs: 60_000 };
  expect(show(late, late).value).toBeNull();
  const unread: Shown = { nowMs: 60_000, worth: '0', asOfMs: 60_000, hasOwn: false };
  expect(show(unread, unread).value).toBeNull();
  const without: Shown = { nowMs: 60_000, worth: '500', asOfMs: null };
  expect(show(without, without).value).toBeNull();
});

it('total NAV states a transfer after the oldest of its figures, the futures wallets included', () => {
  const at: Shown = { nowMs: 80_000, worth: '500', asOfMs: 80_000 };
  expect(show(at, { ...at, futuresAtMs: 75_000 }).transit).toEqual([]);
  expect(show(at, { ...at, futuresAtMs: 65_000 }).transit).toEqual([{ currency: 'USDT', amount: '50' }]);
});
