import { expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createFakeClient, type FakeClientOptions } from '#client/testing/fake-client.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { linkedHandlers } from './linked.ts';

const order = buildOrder({});
const fill = buildFill({});
const entry = {
  id: '1',
  currency: 'USDT',
  accountType: 'MAIN',
  direction: 'in',
  amount: '5',
  fee: null,
  balance: null,
  createdAtMs: 5,
} as const;

function build(parts: FakeClientOptions) {
  const settings = createFakeSettings();
  settings.change({ oversight: { p: { ...firstOversight, links: { 'user-1': 'linked' } } } });
  const account = { profileId: 'p', profile: buildProfile({ id: 'p' }), client: createFakeClient() };
  const opened: string[] = [];
  const handlers = linkedHandlers({
    settings,
    profiles: {
      onAccount: (_id, what) => what(account),
      linked: (id, what) => {
        opened.push(id);
        return what(createFakeClient(parts));
      },
    },
  });
  return {
    opened,
    ask: (userId: string, linkedId = 'linked') => handlers['accounts.linked']({ profileId: 'p', userId, linkedId }),
  };
}

const answering =
  <T>(value: T) =>
  () =>
    Promise.resolve(succeed(value));
const collected = <T>(...items: readonly T[]) => answering({ items, isComplete: true });

it('a linked sub-account shows what its own key may read, newest first', async () => {
  const { ask, opened } = build({
    spot: { allOrders: collected({ ...order, createdAtMs: 1 }), recentFills: answering([{ ...fill, createdAtMs: 1 }]) },
    futures: {
      allOrders: collected({ ...order, id: 'f', createdAtMs: 2 }),
      recentFills: answering([{ ...fill, tradeId: 'f', createdAtMs: 2 }]),
      positions: answering([buildPosition({})]),
    },
    wallet: {
      allWithdrawals: answering({ items: [], missing: [] }),
      allLedger: answering({
        items: [
          { ...entry, bizType: 'TRANSFER' },
          { ...entry, bizType: 'TRADE_EXCHANGE' },
        ],
        missing: [],
      }),
    },
  });
  const answer = await ask('user-1');
  expect(opened).toEqual(['linked']);
  expect(answer).toMatchObject({
    value: {
      isMaster: null,
      orders: { items: [{ id: 'f' }, { id: order.id }], missing: null },
      fills: { items: [{ tradeId: 'f' }, { tradeId: fill.tradeId }], missing: null },
      positions: { items: [{ symbol: buildPosition({}).symbol }] },
      withdrawals: { items: [], missing: null },
      movements: { items: [{ bizType: 'TRANSFER' }] },
    },
  });
});

it('a linked sub-account reports a failed list, and shows the others', async () => {
  const { ask } = build({
    accounts: { apiKey: () => Promise.resolve(fail('permission', 'No right.')) },
    spot: { allOrders: () => Promise.resolve(fail('permission', 'The key lacks the right.')) },
    futures: { allOrders: collected(order), positions: answering([]) },
  });
  expect(await ask('user-1')).toMatchObject({
    value: {
      orders: { items: [{ id: order.id }], missing: 'The key lacks the right.' },
      positions: { items: [], missing: null },
      fills: { items: [], missing: expect.stringContaining('not faked') },
    },
  });
});

it('a linked sub-account reports a key that opens the account of an owner', async () => {
  const info = {
    keyHint: '',
    version: 3,
    permissions: [],
    ipWhitelist: [],
    remark: null,
    isMaster: true,
    createdAtMs: null,
  };
  const { ask } = build({ accounts: { apiKey: answering(info) } });
  expect(await ask('user-1')).toMatchObject({ value: { isMaster: true } });
});

it.each([
  ['user-2', 'linked'],
  ['constructor', 'linked'],
  ['user-1', 'other'],
])('opens nothing for %s by %s, which is not linked to it', async (userId, linkedId) => {
  const { ask, opened } = build({});
  expect(await ask(userId, linkedId)).toMatchObject({ error: { kind: 'no-profile' } });
  expect(opened).toEqual([]);
});
