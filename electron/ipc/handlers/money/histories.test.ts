import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildArchivedPage } from '#shared/testing/archive/build-archived-page.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { ArchivedPast } from '#archive/past/archived-past.ts';
import { historyHandlers, type HistoryHandlerOptions } from './histories.ts';

const ended = buildOrder({ id: 'ended', isActive: false });
const page = buildArchivedPage([]);
const question = { venue: null, symbol: null, after: null } as const;

function build(openProfile: string) {
  const asked: unknown[] = [];
  const answer = (...input: readonly unknown[]) => {
    asked.push(input);
    return Promise.resolve(succeed(page));
  };
  const past: ArchivedPast = { orders: answer, fills: answer, withdrawals: answer, accountChanges: answer };
  const onAccount = (id: string, read: () => unknown) =>
    id === openProfile ? read() : Promise.resolve(fail('no-profile', 'not open'));
  const handlers = historyHandlers({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers use nothing else of the account
    profiles: { onAccount } as unknown as HistoryHandlerOptions['profiles'],
    archive: { past: id => (id === 'recorded' ? past : null) },
    live: { of: () => succeed({ account: { finishedOrders: () => [ended] } }) },
  });
  return { asked, handlers };
}

it('history call reads orders with those that ended lately, fills, withdrawals and sub-account changes of the recorded account', async () => {
  const { asked, handlers } = build('recorded');
  expect(await handlers['history.orders']({ profileId: 'recorded', ...question })).toEqual(succeed(page));
  await handlers['history.fills']({ profileId: 'recorded', ...question, symbol: 'BTC-USDT' });
  await handlers['history.withdrawals']({ profileId: 'recorded', after: { timeMs: 5, key: 'k' } });
  await handlers['history.accountChanges']({ profileId: 'recorded', after: null, userId: 's1' });
  expect(asked).toEqual([
    [question, [ended]],
    [{ ...question, symbol: 'BTC-USDT' }],
    [{ after: { timeMs: 5, key: 'k' } }],
    [{ after: null, userId: 's1' }],
  ]);
});

it('history call fails where nothing is recorded of the account, and where another profile is open', async () => {
  const { handlers } = build('other');
  expect(await handlers['history.orders']({ profileId: 'other', ...question })).toMatchObject({
    error: { kind: 'not-found', message: 'Nothing is recorded of this account.' },
  });
  expect(await handlers['history.orders']({ profileId: 'recorded', ...question })).toMatchObject({
    error: { kind: 'no-profile' },
  });
});
