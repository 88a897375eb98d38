import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { DraftEdit, TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import {
  buildDraft,
  buildFuturesDraft,
  buildFuturesFacts,
  buildSpotFacts,
  openPolicy,
} from '../testing/build-ticket.ts';
import { summariseTicket, unready } from './summary.ts';
import { fingerprintOf } from './warnings.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const buy = buildDraft({ size: '1', price: '100' });
const long = buildFuturesDraft({ size: '10', price: '100' });
const position = buildPosition({
  quantity: '10',
  averageEntryPrice: '100',
  positionCost: '100',
  positionMargin: '20.1',
  bankruptcyCost: '0.1',
  liquidationPrice: '80.5',
});
const texts = (draft: TicketDraft, facts: TicketFacts) =>
  summariseTicket(draft, facts).hard.map(({ title, text }) => `${title} ${text}`);
/** The draft after the first mend of the first issue. */
const mended = (draft: TicketDraft, facts: TicketFacts, index = 0): TicketDraft => ({
  ...draft,
  ...summariseTicket(draft, facts).hard[0]?.mends[index]?.edit,
});

describe('what is missing is said on the button', () => {
  it('what is no request is never ready, whatever was not found wrong with it', () => {
    expect(unready(null)).toBe('Not ready yet');
    expect(unready(summariseTicket(buy, spot).request)).toBeNull();
  });

  it.each<[string, DraftEdit]>([
    ['Type a size', { size: '' }],
    ['Type a price', { price: '' }],
    ['Type the trigger', { kind: 'stop-market', price: '' }],
    ['Type the trigger', { kind: 'stop-limit' }],
    ['Type the TP', { kind: 'pair' }],
    ['Type the SL', { kind: 'pair', takeProfit: '-5%' }],
    ['Type the price after the stop', { kind: 'pair', takeProfit: '-5%', stopLoss: '5%', price: '' }],
  ])('%s', (words, edit) => {
    expect(summariseTicket({ ...buy, ...edit }, spot).objection).toBe(words);
  });

  it('what keeps the account from sending comes first', () => {
    expect(summariseTicket(buy, buildSpotFacts({ objection: 'read-only' })).objection).toBe('read-only');
  });
});

describe('what is wrong says figure and limit, and one press mends it', () => {
  it.each<[string, DraftEdit, RegExp]>([
    ['tick', { price: '100.001' }, /100\.001 is not a multiple of the tick 0\.01/],
    ['tick of a sell', { side: 'sell', price: '100.001' }, /tick/],
    ['highest price', { price: '120' }, /above the highest price that the exchange takes now, 110/],
    ['lowest price', { price: '80' }, /below the lowest .* 90/],
    ['least size', { size: '0.000004' }, /Size 0\.000004 is below 0\.00001/],
    ['most size', { size: '5000', side: 'sell' }, /Size 5,000 is above 1,000/],
    ['lots', { size: '0.123456' }, /not a multiple of 0\.00001/],
    ['least worth', { size: '0.00011' }, /worth 0\.011 USDT, below the least of 1/],
    ['least funds', { size: '0.5q', price: 'm' }, /worth 0\.5 USDT/],
    ['money with fees', { size: '10' }, /needs 1,001 USDT with fees; 1,000 is free/],
    ['what is held', { side: 'sell', size: '11' }, /needs 11 BTC; 10 is free/],
    ['post-only that takes', { price: '101', isPostOnly: true }, /Post-only at 101 would take the ask 101/],
    ['post-only sell that takes', { side: 'sell', price: '99', isPostOnly: true }, /would take the bid 99/],
    ['visible too small', { visible: '0.01' }, /below a twentieth, 0\.05/],
    ['visible too large', { visible: '2' }, /more than the whole 1/],
    ['visible between lots', { visible: '0.123456' }, /not a multiple/],
    ['life', { timeInForce: 'GTT', life: 'soon' }, /"soon" is no end/],
    ['life too long', { timeInForce: 'GTT', life: '31d' }, /of 30 days at most/],
    ['SL above', { stopLoss: '105' }, /105 must be below the limit price 100/],
    ['trigger between ticks', { kind: 'stop-market', trigger: '90.001', price: '' }, /not a multiple of the tick/],
    [
      'pair turned round',
      { side: 'sell', kind: 'pair', takeProfit: '90', stopLoss: '80', price: '79' },
      /90 must be above the last price 100/,
    ],
  ])('%s', (_, edit, words) => {
    const draft = { ...buy, ...edit };
    const [first] = summariseTicket(draft, spot).hard;
    expect(`${first?.text}`).toMatch(words);
    expect(first?.mends.length).toBeGreaterThan(0);
    // what was wrong is wrong no more
    expect(texts(mended(draft, spot), spot)).not.toContain(`${first?.title} ${first?.text}`);
    // one mend may bring up the next thing, and there is an end of it
    const whole = [1, 2, 3].reduce(each => mended(each, spot), draft);
    expect(texts(whole, spot)).toEqual([]);
  });

  it('a market buy by funds pays its fee on top', () => {
    const facts = buildSpotFacts({ funds: { base: '0', quote: '100' } });
    const draft = { ...buy, size: '100q', price: 'm' };
    expect(texts(draft, facts)[0]).toMatch(/needs 100\.\d+ USDT with fees; 100 is free/);
    expect(texts(mended(draft, facts), facts)).toEqual([]);
  });

  it('post-only may be given up instead', () => {
    expect(mended({ ...buy, price: '101', isPostOnly: true }, spot, 1).isPostOnly).toBe(false);
  });

  it.each<[string, DraftEdit, RegExp]>([
    ['a price that is none', { price: 'x' }, /Type a price, or a/],
    ['a size that is none', { size: 'x' }, /Type a size like/],
    ['a risk without a stop', { size: 'r5' }, /needs a stop/],
    ['a trigger that is none', { kind: 'stop-market', trigger: 'x' }, /how far away/],
    ['an SL that is none', { stopLoss: 'x' }, /how far away/],
    ['a TP that is none', { kind: 'pair', takeProfit: 'x' }, /how far away/],
    ['an SL of no entry', { stopLoss: '2%', price: '' }, /share of the entry/],
    ['visible that is none', { visible: 'x' }, /is no size/],
    ['a long remark', { remark: 'r'.repeat(21) }, /At most 20/],
    ['a long tag', { tags: 't'.repeat(21) }, /At most 20/],
    ['signs in a remark', { remark: 'größer' }, /plain/],
  ])('%s', (_, edit, words) => {
    expect(texts({ ...buy, ...edit }, spot).join(' ')).toMatch(words);
  });

  it.each<[string, DraftEdit, Partial<TicketFacts>, RegExp]>([
    ['leverage too high', { leverage: '200' }, {}, /Leverage 200 is above 125/],
    ['no leverage', { leverage: '' }, {}, /is empty; it goes from 1 to 125/],
    ['highest price', { price: '2000000' }, {}, /above the highest price 1,000,000/],
    ['margin', { size: '2000' }, {}, /of margin with fees; 1,000 is free/],
    ['nothing to reduce', { isReduceOnly: true }, {}, /No position in XBTUSDTM is open/],
    ['the wrong side', { isReduceOnly: true }, { position }, /A long of 10 lots is reduced by a sell/],
    [
      'more than the position',
      { isReduceOnly: true, side: 'sell', size: '15' },
      { position },
      /15 lots are more than the 10/,
    ],
    ['the trigger of mark', { kind: 'stop-market', trigger: '90.001', price: '' }, {}, /tick 0\.01/],
  ])('of a contract: %s', (_, edit, change, words) => {
    const facts = buildFuturesFacts(change);
    const draft = { ...long, ...edit };
    expect(texts(draft, facts)[0]).toMatch(words);
    expect(texts(mended(draft, facts), facts)).not.toContain(texts(draft, facts)[0]);
  });

  it('what is not known is waited for', () => {
    expect(texts({ ...long, isReduceOnly: true }, buildFuturesFacts({ position: undefined }))[0]).toMatch(
      /not known now/,
    );
    const blind = buildFuturesFacts({ markPrice: null });
    expect(texts({ ...long, kind: 'stop-market', trigger: '90', price: '' }, blind)[0]).toMatch(
      /neither is its direction/,
    );
    expect(texts({ ...long, kind: 'stop-market', trigger: '-2%', price: '' }, blind)[0]).toMatch(/not known now/);
  });

  it('a market order needs a live book, and what follows it as well', () => {
    const facts = buildSpotFacts({ book: { state: 'none', reason: 'The book is stale.' } });
    expect(texts({ ...buy, price: 'm' }, facts).join(' ')).toMatch(/needs a live book\. The book is stale/);
    expect(texts({ ...buy, price: 'b' }, facts).join(' ')).toMatch(/follows the book/);
    const { hard, soft } = summariseTicket(buy, facts);
    expect([hard.length, soft[0]?.title]).toEqual([0, 'The book is not live.']);
    const empty = buildSpotFacts({ book: { state: 'live', bids: [], asks: [] } });
    expect(texts({ ...buy, price: 'a' }, empty).join(' ')).toMatch(/Nobody stands/);
  });

  it('a market that is shut takes nothing', () => {
    const pair = buildSpotSymbol({ isTradingEnabled: false });
    expect(texts(buy, buildSpotFacts({ pair, terms: spotTerms(pair) }))[0]).toMatch(/not open/);
  });
});

describe('the policy', () => {
  const tight = { ...openPolicy, policy: { ...openPolicy.policy, largestOrder: '50' as const } };

  it('refuses before it is sent, with its rule, figure and limit', () => {
    const { hard, request } = summariseTicket(buy, buildSpotFacts({ policy: tight }));
    expect(hard[0]).toMatchObject({ field: 'size', title: 'Lower the size.' });
    expect(hard[0]?.text).toMatch(/100 USDT; the largest order of this profile is 50 USDT/);
    expect(request).toBeNull();
  });

  it('judges orders of every kind', () => {
    const facts = buildSpotFacts({ policy: tight });
    for (const edit of [
      { tradeType: 'cross' },
      { kind: 'stop-limit', trigger: '110', price: '110' },
      { side: 'sell', kind: 'pair', takeProfit: '110', stopLoss: '95', price: '94' },
    ] as const)
      expect(texts({ ...buy, ...edit }, facts)[0]).toMatch(/largest order/);
    for (const edit of [{}, { stopLoss: '2%' }])
      expect(texts({ ...long, ...edit }, buildFuturesFacts({ policy: tight }))[0]).toMatch(/largest order/);
  });

  it('is silent where it is not known', () => {
    expect(summariseTicket(buy, buildSpotFacts({ policy: null })).verdict).toBeNull();
  });
});

function softOf(draft: TicketDraft, facts: TicketFacts): readonly string[] {
  return summariseTicket(draft, facts).soft.map(({ title }) => title);
}

/** An own order of that side at that price. */
function ownAt(side: Side, price: Decimal): TicketFacts {
  return buildSpotFacts({ ownOrders: [buildOrder({ side, price, size: '1', isActive: true })] });
}

function meetsOwn(edit: DraftEdit, facts: TicketFacts): boolean {
  return softOf({ ...buy, ...edit }, facts).includes('Crosses your own order.');
}

describe('worth a second look', () => {
  it('an own order that it would meet, unless it was said what happens then', () => {
    const own = buildOrder({ side: 'sell', price: '100', size: '1', isActive: true });
    const facts = buildSpotFacts({ ownOrders: [own, buildOrder({ side: 'sell', price: null })] });
    expect(softOf(buy, facts)).toEqual(['Crosses your own order.']);
    expect(softOf({ ...buy, price: 'm' }, facts)).toContain('Crosses your own order.');
    expect(softOf({ ...buy, price: '99' }, facts)).toEqual([]);
    expect(softOf({ ...buy, selfTrade: 'CN' }, facts)).toEqual([]);
    expect(softOf({ ...buy, kind: 'stop-market', trigger: '105', price: '' }, facts)).toEqual([]);
  });

  it('an own order only where it would really get there', () => {
    const atMarket = { kind: 'market', price: '' } as const;
    // one is offered at 101 and four at 102
    expect(meetsOwn({ ...atMarket, size: '1' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ ...atMarket, size: '1' }, ownAt('sell', '101'))).toBe(true);
    expect(meetsOwn({ ...atMarket, size: '1.1' }, ownAt('sell', '102'))).toBe(true);
    expect(meetsOwn({ ...atMarket, size: '101q' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ ...atMarket, size: '' }, ownAt('sell', '101'))).toBe(false);
    expect(meetsOwn({ ...atMarket, side: 'sell', size: '2' }, ownAt('buy', '98'))).toBe(false);
    expect(meetsOwn({ ...atMarket, side: 'sell', size: '3' }, ownAt('buy', '98'))).toBe(true);
    // a limit takes as the market does, and where some of it is left it stands at its own price
    expect(meetsOwn({ size: '1', price: '109' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ size: '5', price: '109' }, ownAt('sell', '102'))).toBe(true);
    expect(meetsOwn({ size: '5', price: '109' }, ownAt('sell', '109'))).toBe(false);
    expect(meetsOwn({ size: '5.1', price: '109' }, ownAt('sell', '109'))).toBe(true);
    expect(meetsOwn({ size: '2', price: '101' }, ownAt('sell', '102'))).toBe(false);
  });

  it('an own order as well where nobody knows how far it would get', () => {
    const far = ownAt('sell', '109');
    expect(meetsOwn({ size: '5.1', price: 'm' }, far)).toBe(true);
    expect(meetsOwn({ size: '510q', price: 'm' }, far)).toBe(true);
    expect(meetsOwn({ size: '509q', price: 'm' }, far)).toBe(false);
    expect(meetsOwn({ size: '', price: '109' }, far)).toBe(true);
    const book = { state: 'none', reason: 'stale' } as const;
    expect(meetsOwn({ size: '1', price: 'm' }, { ...far, book })).toBe(true);
    expect(meetsOwn({ size: '50q', price: 'm' }, { ...far, book })).toBe(true);
    expect(meetsOwn({ size: '1', price: '109' }, { ...far, book })).toBe(true);
    expect(meetsOwn({ size: '1', price: '108' }, { ...far, book })).toBe(false);
    const closing = { ...long, side: 'sell', size: '', price: 'm', isClose: true } as const;
    const bid = buildOrder({ side: 'buy', price: '98', isActive: true });
    const held = (quantity: Decimal) => buildFuturesFacts({ position: { ...position, quantity }, ownOrders: [bid] });
    expect(softOf(closing, held('20'))).toEqual([]);
    expect(softOf(closing, held('21'))).toEqual(['Crosses your own order.']);
  });

  it('a position that turns round, and one press that only closes it', () => {
    const { soft } = summariseTicket({ ...long, side: 'sell', size: '15' }, buildFuturesFacts({ position }));
    expect(soft[0]).toMatchObject({
      title: 'Turns the position round.',
      text: expect.stringMatching(/from 10 through zero to −5/),
    });
    expect(soft[0]?.mends[0]?.edit).toMatchObject({ isReduceOnly: true, size: 'pos' });
  });

  it('a liquidation near mark, and a stop beyond it', () => {
    expect(softOf({ ...long, leverage: '50' }, futures)).toContain('Near liquidation.');
    expect(softOf({ ...long, stopLoss: '70' }, futures)).toContain('Stop beyond liquidation.');
    expect(softOf({ ...long, side: 'sell', stopLoss: '130' }, futures)).toContain('Stop beyond liquidation.');
    expect(softOf({ ...long, stopLoss: '95' }, futures)).toEqual([]);
  });

  it('more than the book shows, and an SL that is not placed', () => {
    expect(softOf({ ...buy, side: 'sell', size: '6', price: 'm' }, spot)).toContain('More than the book shows.');
    expect(softOf({ ...buy, stopLoss: '95' }, spot)).toEqual(['The SL is not placed.']);
  });

  it('the same order again', () => {
    const { request } = summariseTicket(buy, spot);
    if (request === null) throw new Error('it can be sent');
    expect(softOf(buy, buildSpotFacts({ recent: [fingerprintOf(request)] }))).toEqual(['The same again?']);
    // to a time of day it is some seconds less each time
    const [until, later] = [0, 3000].map(ms => buildSpotFacts({ nowMs: spot.nowMs + ms }));
    const ending = { ...buy, timeInForce: 'GTT', life: '17:30' } as const;
    const first = summariseTicket(ending, until ?? spot).request;
    if (first === null) throw new Error('no order');
    expect(softOf(ending, { ...(later ?? spot), recent: [fingerprintOf(first)] })).toEqual(['The same again?']);
  });
});

describe('the figures', () => {
  it('of a buy that takes and rests', () => {
    const { figures, worth } = summariseTicket({ ...buy, size: '3', price: '101' }, spot);
    expect(figures.walk).toMatchObject({ taken: '1', rest: '2', averagePrice: '101' });
    expect(figures).toMatchObject({ slippageBps: '100', entry: '101', largest: '9.89109' });
    expect(figures.cost).toMatchObject({ worth: '303', fee: '0.202' });
    expect(worth).toBe('303');
  });

  it('of a trade with its stop', () => {
    const { figures } = summariseTicket({ ...long, stopLoss: '95' }, futures);
    // a coin: 100 − 95; it rests at 0.0005 and leaves at 0.001
    expect(figures.lossAtStop).toEqual({ priceLoss: '5', fees: '0.145' });
    expect(figures.outlook).toMatchObject({ quantityAfter: '10', marginNeeded: '20.22' });
  });

  it('of risk: no more is lost than was said', () => {
    const { figures } = summariseTicket({ ...buy, size: 'r10', stopLoss: '95' }, spot);
    expect(figures.size).toBe('1.94363');
  });
});

/** Whatever is typed: what may go obeys the rules of the exchange, the money, and the policy. */
it('what is ready to go is within tick, lot, limits and money', () => {
  const size = fc.oneof(
    fc.double({ min: 0.000001, max: 20, noNaN: true }).map(value => value.toFixed(6)),
    fc.constantFrom('25%', '100%', '500q', 'pos', '1+0.5', 'r5', '3c', ''),
  );
  const price = fc.oneof(
    fc.double({ min: 80, max: 120, noNaN: true }).map(value => value.toFixed(3)),
    fc.constantFrom('a', 'b', 'mid', 'b+1', 'a-1', 'm', ''),
  );
  const draft = fc.record({
    side: fc.constantFrom('buy', 'sell'),
    tradeType: fc.constantFrom('spot', 'cross', 'isolated'),
    kind: fc.constantFrom('limit', 'market', 'stop-limit', 'stop-market', 'pair'),
    size,
    price,
    trigger: fc.constantFrom('', '95', '105.5', '-2%'),
    stopLoss: fc.constantFrom('', '95', '2%'),
    takeProfit: fc.constantFrom('', '110', '2%'),
    timeInForce: fc.constantFrom('GTC', 'GTT', 'IOC', 'FOK'),
    isPostOnly: fc.constantFrom(null, true, false),
    visible: fc.constantFrom('', '0.1'),
  });
  fc.assert(
    fc.property(draft, edit => {
      const { request, hard, objection } = summariseTicket({ ...buy, ...edit }, spot);
      expect(request === null || objection === null).toBe(true);
      if (request === null) return;
      expect(hard).toEqual([]);
      const { order } = request;
      const [at, lots] = [Number(order.price ?? '100'), Number(order.size ?? '0')];
      expect(Math.abs(at * 100 - Math.round(at * 100))).toBeLessThan(1e-6);
      expect(Math.abs(lots * 1e5 - Math.round(lots * 1e5))).toBeLessThan(1e-4);
      if (order.side === 'sell' && request.call !== 'stops.placePair') expect(lots).toBeLessThanOrEqual(10);
      if (request.call === 'orders.place' && order.side === 'buy' && order.price !== undefined)
        expect(at * lots * 1.001).toBeLessThanOrEqual(1000.001);
    }),
    { numRuns: 1500 },
  );
});

it('an inverse contract is counted in its own currency', () => {
  const contract = buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT', tickSize: '0.1' });
  const facts = buildFuturesFacts({ contract, terms: contractTerms(contract), funds: { base: null, quote: '1' } });
  const { figures, worth } = summariseTicket({ ...long, size: '50q' }, facts);
  expect(figures.size).toBe('50');
  expect(worth).toBe('0.5');
});

it('says before it is sent that the second or the minute is full, and nothing of it once that has passed', () => {
  const facts = buildSpotFacts();
  const sent = (ago: number) =>
    buildSpotFacts({
      policy: { ...openPolicy, sentLately: [{ atMs: facts.nowMs - ago, rows: openPolicy.policy.acts.perSecond }] },
    });
  const draft = buildDraft({ side: 'buy', price: '99', size: '1' });
  const full = summariseTicket(draft, sent(400));
  expect(full.hard.map(({ title, text }) => `${title} ${text}`)).toEqual([
    `Wait, or raise it in the policy. Fathom sends at most ${openPolicy.policy.acts.perSecond} orders and margin transfers in any second for a profile; ${openPolicy.policy.acts.perSecond} went in the last second, and this would make ${openPolicy.policy.acts.perSecond + 1}.`,
  ]);
  expect(full.request).toBeNull();
  expect(summariseTicket(draft, sent(1000)).hard).toEqual([]);
  expect(summariseTicket(draft, { ...facts, policy: null }).hard).toEqual([]);
});
