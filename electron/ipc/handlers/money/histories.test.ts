import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { CallOptions } from '#client/types.ts';
import type { HandlerOptions } from '../handler-options.ts';
import { historyHandlers } from './histories.ts';

const dayMs = 86_400_000;
const here = { profileId: 'p', readId: 'r', fromMs: 0 };

function build(parts: Parameters<typeof createFakeClient>[0]) {
  const client = createFakeClient(parts);
  const onAccount: HandlerOptions['profiles']['onAccount'] = (_id, what) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read needs the client of the account only
    what({ client } as Parameters<typeof what>[0]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a read touches nothing else
  return historyHandlers({ profiles: { onAccount } as HandlerOptions['profiles'] });
}

const empty = { items: [], page: 1, pageSize: 200, totalItems: 0, totalPages: 0 };

it('a read that is stopped ends, and another one of the same name is not', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const orders = (_query: unknown, { signal }: CallOptions) => {
    signals.push(signal);
    return new Promise<ReturnType<typeof fail>>(resolve => {
      signal?.addEventListener('abort', () => resolve(fail('closed', 'stopped')));
    });
  };
  const handlers = build({ spot: { orders } });
  const walk = { ...here, venue: 'spot', symbol: null, at: { toMs: Date.now(), after: null } } as const;
  const read = handlers['history.orders'](walk);
  expect(await handlers['history.stop']({ profileId: 'p', readId: 'other' })).toEqual(succeed({}));
  expect(signals[0]?.aborted).toBe(false);
  await handlers['history.stop']({ profileId: 'p', readId: 'r' });
  expect(await read).toMatchObject({ ok: false, error: { kind: 'closed' } });
});

it('margin fills of a pair come from their own list for three days, and from the older one before that', async () => {
  const asked: string[] = [];
  const fill = buildFill({ tradeType: 'cross', createdAtMs: Date.now() - dayMs });
  const handlers = build({
    margin: {
      fills: ({ lastId }) => {
        asked.push(`pair ${lastId ?? 'from the top'}`);
        return Promise.resolve(succeed({ items: lastId === undefined ? [{ id: '7', fill }] : [], lastId: '7' }));
      },
    },
    spot: {
      pastFills: ({ tradeType, startAtMs = 0, endAtMs = 0 }) => {
        asked.push(`all ${tradeType} ${Math.round((endAtMs - startAtMs) / dayMs)} days`);
        return Promise.resolve(succeed(empty));
      },
    },
  });
  const walk = { ...here, venue: 'spot', margin: 'cross', symbol: 'BTC-USDT' } as const;
  let at: { toMs: number; after: string | null } | null = { toMs: Date.now(), after: null };
  for (let steps = 0; steps < 3 && at !== null; steps += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each step goes on from the last
    const read = await handlers['history.fills']({ ...walk, at });
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.end).toBeNull();
    at = read.value.next;
  }
  expect(asked).toEqual(['pair from the top', 'pair 7', 'all cross 7 days']);
  asked.length = 0;
  await handlers['history.fills']({ ...walk, symbol: null, at: { toMs: Date.now(), after: null } });
  expect(asked).toEqual(['all cross 7 days']);
});

it('says what is forgotten, and where the list of withdrawals ends', async () => {
  const nowMs = Date.now();
  const handlers = build({
    futures: { orders: () => Promise.resolve(succeed(empty)) },
    wallet: {
      withdrawals: () => Promise.resolve(fail('not-found', 'no such page')),
      oldWithdrawals: () => Promise.resolve(succeed(empty)),
    },
  });
  const old = { toMs: nowMs - 40 * dayMs, after: null };
  expect(await handlers['history.orders']({ ...here, venue: 'futures', symbol: null, at: old })).toMatchObject({
    value: { forgotten: [{ reason: 'The exchange keeps cancelled orders for one month.' }] },
  });
  expect(await handlers['history.withdrawals']({ ...here, at: old })).toMatchObject({
    value: { items: [], next: null, end: 'The exchange lists no older withdrawal.' },
  });
});
