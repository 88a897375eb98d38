import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchOutcome, PlacedOrder } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { type Policy, practicePolicy } from '#shared/policy/policy.ts';
import type { PolicyRule } from '#shared/policy/refusals.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createActPolicy } from '#policy/act-policy.ts';
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
  createActPolicy({
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
const refusalOf = (rule: PolicyRule) => ({ ok: false, error: { kind: 'policy', refusal: { rule } } });

describe('every way to act', () => {
  it.each(Object.entries<Way>(ways))('%s goes while allowed', async (_name, act) => {
    const { at, sent } = openAccount();
    expect(await act(at)).toMatchObject({ ok: true });
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
    expect(await ways[way](at)).toMatchObject(refusalOf(rule));
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
    expect(await ways[way](at)).toMatchObject(refusalOf(rule));
    expect([sent, run.published]).toEqual([[], []]);
  });

  it.each([...placing, 'market order'] as const)('%s is not sent without a price', async way => {
    hasPrices = false;
    const { at, sent } = openAccount();
    expect(await ways[way](at)).toMatchObject(refusalOf('price-unknown'));
    expect([sent, run.published]).toEqual([[], []]);
  });

  it('a limit far above the ask, and a market order that would slip, are not sent', async () => {
    policy = { ...practicePolicy, furthestPrice: '0.01' };
    const { at, sent } = openAccount();
    expect(await run.trading.placeOrder(at, { ...request, price: '101.2' })).toMatchObject(refusalOf('furthest-price'));
    expect(await run.trading.placeFuturesOrder(at, { ...futures, price: '101.2' })).toMatchObject(
      refusalOf('furthest-price'),
    );
    expect(
      await run.trading.placeOrder(at, { clientOid: 'm', symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '51' }),
    ).toMatchObject(refusalOf('market-slippage'));
    expect(sent).toEqual([]);
  });

  it.each([...placing, 'borrow', 'transfer'] as const)(
    '%s that is large is asked for in the trusted window',
    async way => {
      policy = { ...practicePolicy, bands: [{ fromNotional: '50', level: 'type-symbol' }] };
      const { at, sent } = openAccount();
      expect(await ways[way](at)).toMatchObject({ ok: false, error: { kind: 'declined' } });
      expect([sent, asked, run.published]).toEqual([[], ['Send this with Practice?'], []]);
    },
  );

  it('goes with the confirmation that its size needs', async () => {
    policy = { ...practicePolicy, bands: [{ fromNotional: '1', level: 'summary' }] };
    const { at, sent } = openAccount();
    expect(await run.trading.placeOrder(at, request, 'summary')).toMatchObject({ ok: true });
    expect(sent).toEqual(['order']);
  });
});

describe('closing', () => {
  const close = { clientOid: 'c', symbol: 'XBTUSDTM', side: 'sell', type: 'market', isCloseOrder: true } as const;

  it('passes every limit of size, and its slippage is that of the whole position', async () => {
    policy = { ...practicePolicy, largestOrder: '0', dailyNotional: '0' };
    const { at, sent } = openAccount();
    expect(await run.trading.placeFuturesOrder(at, close)).toMatchObject({ ok: true });
    expect(sent).toEqual(['futures']);
  });

  it('waits while the position cannot be read, for nobody can tell what it would slip', async () => {
    const { at } = openAccount();
    const blind = { ...at, client: { ...at.client, futures: { ...at.client.futures, positions: unreachable } } };
    expect(await run.trading.placeFuturesOrder(blind, close)).toMatchObject(refusalOf('market-slippage'));
    const gone = { ...at, client: { ...at.client, futures: { ...at.client.futures, positions: answering([]) } } };
    expect(await run.trading.placeFuturesOrder(gone, close)).toMatchObject(refusalOf('market-slippage'));
  });
});

const spent = () => {
  const read = run.store.journal.spent('p1', 0);
  return read.ok ? (read.value['USDT'] ?? '0') : 'unreadable';
};

describe('the day', () => {
  it('counts what was sent, survives a restart, and begins again at midnight UTC', async () => {
    policy = { ...practicePolicy, dailyNotional: '100.1' };
    const { at } = openAccount();
    expect(await run.trading.placeOrder(at, marked('a'))).toMatchObject({ ok: true });
    run.restart();
    expect(await run.trading.placeOrder(at, marked('b'))).toMatchObject({ ok: true });
    const third = await run.trading.placeOrder(at, marked('c'));
    expect(third).toMatchObject({ error: { refusal: { figure: '150.15 USDT', limit: '100.1 USDT' } } });
    await run.time.pass(dayMs - (run.time.nowMs() % dayMs) - 1);
    expect(await run.trading.placeOrder(at, marked('c'))).toMatchObject(refusalOf('daily-notional'));
    await run.time.pass(1);
    expect(await run.trading.placeOrder(at, marked('c'))).toMatchObject({ ok: true });
  });

  it('counts two at once one after the other: the last of the day is given once', async () => {
    policy = { ...practicePolicy, dailyNotional: '75' };
    const { at, sent } = openAccount();
    const both = await Promise.all([run.trading.placeOrder(at, marked('a')), run.trading.placeOrder(at, marked('b'))]);
    expect(both.filter(result => result.ok)).toHaveLength(1);
    expect(sent).toEqual(['order']);
  });

  it('gives back what was rejected or found not to be there, and keeps what is unknown', async () => {
    const no = account({ spot: { place: refuses('exchange-rejected', 'no funds', { code: '200004' }) } });
    await run.trading.placeOrder(no, marked('a'));
    expect(spent()).toBe('0');
    await run.trading.placeOrder(account({ spot: { place: lost } }), marked('b'));
    expect(spent()).toBe('50.05');
    await run.time.pass(10_500);
    expect(run.last()?.state).toBe('found-absent');
    expect(spent()).toBe('0');
  });

  it('gives back the rows of a batch that were rejected, at once or when that is found out', async () => {
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

  it('an act that the budget refuses counts nothing', async () => {
    const { at } = openAccount();
    for (let n = 0; n < 25; n += 1) await run.trading.placeOrder(at, marked(`m${n}`));
    expect(spent()).toBe('1001');
  });

  it('a second sending of the same counts once', async () => {
    const place = inTurn<PlacedOrder>(lost);
    const at = account({ spot: { place: place.call } });
    await run.trading.placeOrder(at, marked('a'));
    await run.trading.placeOrder(at, marked('a'));
    expect(spent()).toBe('50.05');
  });
});
