import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchOutcome, PlacedOrder } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { type Policy, practicePolicy } from '#shared/policy/policy.ts';
import type { PolicyRule } from '#shared/policy/policy-errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createActionPolicy } from '#policy/action-policy.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  marked,
  orderOf,
  refuses,
  request,
  startTestTrading,
  unreachable,
} from './testing/trading-fixture.ts';
import { futures, openAccount, type Way, waysOn } from './testing/every-way.ts';

let policy: Policy;
let hasPrices: boolean;
let asked: string[];
beforeEach(() => {
  policy = practicePolicy;
  hasPrices = true;
  asked = [];
});

const dayMs = 86_400_000;

const run = startTestTrading(store =>
  createActionPolicy({
    sentLately: () => [],
    policyOf: () => policy,
    journal: store.journal,
    prices: {
      book: () => Promise.resolve(hasPrices ? { bids: [['100', '50']], asks: [['100.1', '50']] } : null),
      rates: () => Promise.resolve(hasPrices ? { rates: { BTC: '100' }, asOfMs: 1 } : null),
    },
    ask: question => {
      asked.push(question.title);
      return Promise.resolve(fail('declined', 'no'));
    },
    profileOf: () => succeed(buildProfile()),
    nowMs: () => run.time.nowMs(),
  }),
);

const ways = waysOn(() => run.trading);

const placing = [
  'order',
  'batch',
  'stop',
  'futures',
  'futures batch',
  'margin order',
  'pair',
  'protected order',
] as const;
const summarised: Partial<Policy> = { bands: [{ fromNotional: '1', level: 'summary' }] };
const findPolicyError = (rule: PolicyRule) => ({ ok: false, error: { kind: 'policy', validationError: { rule } } });

describe('every kind of action', () => {
  it.each(Object.entries<Way>(ways))('%s is sent while allowed', async (_name, action) => {
    const { at, sent } = openAccount();
    expect(await action(at)).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });

  it.each<readonly [keyof typeof ways, keyof Policy, PolicyRule]>([
    ...placing.map(way => [way, 'mayPlace', 'may-place'] as const),
    ['market order', 'mayPlace', 'may-place'],
    ['cancel', 'mayCancel', 'may-cancel'],
    ['cancel of a stop', 'mayCancel', 'may-cancel'],
    ['cancel of all on margin', 'mayCancel', 'may-cancel'],
    ['margin', 'mayMoveMargin', 'may-move-margin'],
    ['margin out', 'mayMoveMargin', 'may-move-margin'],
    ['margin mode', 'mayMoveMargin', 'may-move-margin'],
    ['borrow', 'mayBorrow', 'may-borrow'],
    ['margin order', 'mayBorrow', 'may-borrow'],
    ['transfer', 'mayTransfer', 'may-transfer'],
  ])('%s is not sent without %s', async (way, right, rule) => {
    policy = { ...practicePolicy, [right]: false };
    const { at, sent } = openAccount();
    expect(await ways[way](at)).toMatchObject(findPolicyError(rule));
    expect([sent, run.published]).toEqual([[], []]);
  });

  it.each<readonly [keyof typeof ways, Partial<Policy>, PolicyRule]>([
    ...[...placing, 'borrow' as const].map(way => [way, { largestOrder: '49' }, 'largest-order'] as const),
    ...placing.map(way => [way, { dailyNotional: '49' }, 'daily-notional'] as const),
    ...placing.map(way => [way, summarised, 'confirmation'] as const),
    ['market order', { largestOrder: '49' }, 'largest-order'],
    ['batch', { largestBatch: '99' }, 'largest-batch'],
  ])('%s is not sent beyond %j', async (way, change, rule) => {
    policy = { ...practicePolicy, ...change };
    const { at, sent } = openAccount();
    expect(await ways[way](at)).toMatchObject(findPolicyError(rule));
    expect([sent, run.published]).toEqual([[], []]);
  });

  it.each([...placing, 'market order'] as const)('%s is not sent without a price', async way => {
    hasPrices = false;
    const { at, sent } = openAccount();
    expect(await ways[way](at)).toMatchObject(findPolicyError('price-unknown'));
    expect([sent, run.published]).toEqual([[], []]);
  });

  it('does not send a limit far above the ask, or a market order with too much slippage', async () => {
    policy = { ...practicePolicy, furthestPrice: '0.01' };
    const { at, sent } = openAccount();
    expect(await run.trading.placeOrder(at, { ...request, price: '101.2' })).toMatchObject(
      findPolicyError('furthest-price'),
    );
    expect(await run.trading.placeFuturesOrder(at, { ...futures, price: '101.2' })).toMatchObject(
      findPolicyError('furthest-price'),
    );
    expect(
      await run.trading.placeOrder(at, { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '51' }),
    ).toMatchObject(findPolicyError('market-slippage'));
    expect(sent).toEqual([]);
  });

  it.each([...placing, 'borrow', 'transfer'] as const)(
    '%s that is large is confirmed in the trusted window',
    async way => {
      policy = { ...practicePolicy, bands: [{ fromNotional: '50', level: 'type-symbol' }] };
      const { at, sent } = openAccount();
      expect(await ways[way](at)).toMatchObject({ ok: false, error: { kind: 'declined' } });
      expect([sent, asked, run.published]).toEqual([[], ['Send this with Practice?'], []]);
    },
  );

  it('an action is sent with the confirmation that its size needs', async () => {
    policy = { ...practicePolicy, bands: [{ fromNotional: '1', level: 'summary' }] };
    const { at, sent } = openAccount();
    expect(await run.trading.placeOrder(at, request, 'summary')).toMatchObject({ ok: true });
    expect(sent).toEqual(['order']);
  });
});

describe('closing under the policy', () => {
  const close = { clientOid: 'c', symbol: 'XBTUSDTM', side: 'sell', type: 'market', isCloseOrder: true } as const;

  it('passes every size limit, and its slippage is that of the whole position', async () => {
    policy = { ...practicePolicy, largestOrder: '0', dailyNotional: '0' };
    const { at, sent } = openAccount();
    expect(await run.trading.placeFuturesOrder(at, close)).toMatchObject({ ok: true });
    expect(sent).toEqual(['futures']);
  });

  it('waits while the position cannot be read, because its slippage is unknown', async () => {
    const { at } = openAccount();
    const blind = { ...at, client: { ...at.client, futures: { ...at.client.futures, positions: unreachable } } };
    expect(await run.trading.placeFuturesOrder(blind, close)).toMatchObject(findPolicyError('market-slippage'));
    const gone = { ...at, client: { ...at.client, futures: { ...at.client.futures, positions: answering([]) } } };
    expect(await run.trading.placeFuturesOrder(gone, close)).toMatchObject(findPolicyError('market-slippage'));
  });
});

const spent = () => {
  const read = run.store.journal.spent('p1', 0);
  return read.ok ? (read.value['USDT'] ?? '0') : 'unreadable';
};

describe('the day limit', () => {
  it('counts sent amounts, survives a restart, and restarts at midnight UTC', async () => {
    policy = { ...practicePolicy, dailyNotional: '100.1' };
    const { at } = openAccount();
    expect(await run.trading.placeOrder(at, marked('a'))).toMatchObject({ ok: true });
    run.restart();
    expect(await run.trading.placeOrder(at, marked('b'))).toMatchObject({ ok: true });
    const third = await run.trading.placeOrder(at, marked('c'));
    expect(third).toMatchObject({ error: { validationError: { figure: '150.15 USDT', limit: '100.1 USDT' } } });
    await run.time.pass(dayMs - (run.time.nowMs() % dayMs) - 1);
    expect(await run.trading.placeOrder(at, marked('c'))).toMatchObject(findPolicyError('daily-notional'));
    await run.time.pass(1);
    expect(await run.trading.placeOrder(at, marked('c'))).toMatchObject({ ok: true });
  });

  it('counts two simultaneous actions one after the other, so that only one gets the rest of the day', async () => {
    policy = { ...practicePolicy, dailyNotional: '75' };
    const { at, sent } = openAccount();
    const both = await Promise.all([run.trading.placeOrder(at, marked('a')), run.trading.placeOrder(at, marked('b'))]);
    expect(both.filter(result => result.ok)).toHaveLength(1);
    expect(sent).toEqual(['order']);
  });

  it('returns the amount of rejected or absent orders, and keeps unknown ones', async () => {
    const no = account({ spot: { place: refuses('exchange-rejected', 'no funds', { code: '200004' }) } });
    await run.trading.placeOrder(no, marked('a'));
    expect(spent()).toBe('0');
    await run.trading.placeOrder(account({ spot: { place: lost } }), marked('b'));
    expect(spent()).toBe('50.05');
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
    expect(spent()).toBe('0');
  });

  it('returns the amount of rejected rows of a batch, at once or when that is found', async () => {
    const sizes = { filledSize: null, remainingSize: null, cancelledSize: null };
    const row = (clientOid: string, outcome: BatchOutcome['outcome']): BatchOutcome => {
      return { ...sizes, clientOid, outcome, orderId: null, failMessage: null };
    };
    const orders = ['a', 'b', 'c'].map(clientOid => marked(clientOid));
    const rows = [row('a', 'acknowledged'), row('b', 'rejected'), row('c', 'unknown')];
    const items = [orderOf(marked('a'))];
    const at = account({
      spot: { placeBatchSync: answering(rows), allOrders: answering({ items, isComplete: true }) },
    });
    await run.trading.placeBatch(at, { mode: 'sync', orders });
    expect(spent()).toBe('100.1');
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-done');
    expect(spent()).toBe('50.05');
  });

  it('counts nothing for an action that the budget rejects', async () => {
    const { at } = openAccount();
    for (let n = 0; n < 25; n += 1) await run.trading.placeOrder(at, marked(`m${n}`));
    expect(spent()).toBe('1001');
  });

  it('counts a second sending of the same action once', async () => {
    const place = inTurn<PlacedOrder>(lost);
    const at = account({ spot: { place: place.call } });
    await run.trading.placeOrder(at, marked('a'));
    await run.trading.placeOrder(at, marked('a'));
    expect(spent()).toBe('50.05');
  });
});

describe('a contract whose terms the exchange does not state', () => {
  const order = { clientOid: 'oid-1', symbol: 'XBTUSDTM', side: 'sell', type: 'market', size: '5' } as const;
  const contract = answering({
    ...buildFuturesContract(),
    status: null,
    tickSize: null,
    lotSize: null,
    multiplier: null,
    settleCurrency: null,
  });

  it('accepts a reduce-only order', async () => {
    const place = inTurn(() => Promise.resolve(succeed({ orderId: 'o1', clientOid: 'oid-1' })));
    const on = account({ reference: { contract }, futures: { place: place.call } });
    expect(await run.trading.placeFuturesOrder(on, { ...order, isReduceOnly: true }, 'summary')).toMatchObject({
      ok: true,
    });
    expect(place.calls).toHaveLength(1);
  });

  it('rejects a new order before it is sent', async () => {
    const place = inTurn(lost);
    const on = account({ reference: { contract }, futures: { place: place.call } });
    const sent = await run.trading.placeFuturesOrder(on, { ...order, leverage: '5' }, 'type-symbol');
    expect(sent.ok ? null : sent.error.message).toMatch(/^The exchange does not state/);
    expect(place.calls).toEqual([]);
  });
});
