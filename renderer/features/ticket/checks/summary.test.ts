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
  summariseTicket(draft, facts).validationErrors.map(({ title, text }) => `${title} ${text}`);
/** The draft after the first fix of the first issue. */
const fixed = (draft: TicketDraft, facts: TicketFacts, index = 0): TicketDraft => ({
  ...draft,
  ...summariseTicket(draft, facts).validationErrors[0]?.fixes[index]?.edit,
});

describe('a missing entry on the button', () => {
  it('blocks an invalid request without other errors', () => {
    expect(unready(null)).toBe('Not ready yet');
    expect(unready(summariseTicket(buy, spot).request)).toBeNull();
  });

  it.each<[string, DraftEdit]>([
    ['Type a size', { size: '' }],
    ['Type a price', { price: '' }],
    ['Enter the trigger price', { kind: 'stop-market', price: '' }],
    ['Enter the trigger price', { kind: 'stop-limit' }],
    ['Enter the TP', { kind: 'pair' }],
    ['Enter the SL', { kind: 'pair', takeProfit: '-5%' }],
    ['Enter the SL limit price', { kind: 'pair', takeProfit: '-5%', stopLoss: '5%', price: '' }],
  ])('%s', (words, edit) => {
    expect(summariseTicket({ ...buy, ...edit }, spot).validationError).toBe(words);
  });

  it('comes after what keeps the account from sending', () => {
    expect(summariseTicket(buy, buildSpotFacts({ validationError: 'read-only' })).validationError).toBe('read-only');
  });
});

describe('an error with figure, limit and quick fix', () => {
  it.each<[string, DraftEdit, RegExp]>([
    ['tick', { price: '100.001' }, /100\.001 is not a multiple of the tick 0\.01/],
    ['tick of a sell', { side: 'sell', price: '100.001' }, /tick/],
    ['highest price', { price: '120' }, /above the highest price that the exchange takes now, 110/],
    ['lowest price', { price: '80' }, /below the lowest .* 90/],
    ['least size', { size: '0.000004' }, /Size 0\.000004 is below 0\.00001/],
    ['most size', { size: '5000', side: 'sell' }, /Size 5,000 is above 1,000/],
    ['lots', { size: '0.123456' }, /not a multiple of 0\.00001/],
    ['least worth', { size: '0.00011' }, /value is 0\.011 USDT, below the minimum of 1/],
    ['least funds', { size: '0.5q', price: 'm' }, /value is 0\.5 USDT/],
    ['money with fees', { size: '10' }, /Needs 1,001 USDT with fees; 1,000 available/],
    ['what is held', { side: 'sell', size: '11' }, /Needs 11 BTC; 10 available/],
    [
      'post-only that takes',
      { price: '101', isPostOnly: true },
      /Post-only at 101\.00 would execute against the ask 101\.00/,
    ],
    ['post-only sell that takes', { side: 'sell', price: '99', isPostOnly: true }, /would execute against the bid 99/],
    ['visible too small', { visible: '0.01' }, /below 1\/20 of the size, 0\.05/],
    ['visible too large', { visible: '2' }, /more than the size 1/],
    ['visible between lots', { visible: '0.123456' }, /not a multiple/],
    ['life', { timeInForce: 'GTT', life: 'soon' }, /"soon" is no end/],
    ['life too long', { timeInForce: 'GTT', life: '31d' }, /of 30 days at most/],
    ['SL above', { stopLoss: '105' }, /105\.00 must be below the limit price 100\.00/],
    ['trigger between ticks', { kind: 'stop-market', trigger: '90.001', price: '' }, /not a multiple of the tick/],
    [
      'pair turned round',
      { side: 'sell', kind: 'pair', takeProfit: '90', stopLoss: '80', price: '79' },
      /90\.00 must be above the last price 100\.00/,
    ],
  ])('%s', (_, edit, words) => {
    const draft = { ...buy, ...edit };
    const [first] = summariseTicket(draft, spot).validationErrors;
    expect(`${first?.text}`).toMatch(words);
    expect(first?.fixes.length).toBeGreaterThan(0);
    // what was wrong is wrong no more
    expect(texts(fixed(draft, spot), spot)).not.toContain(`${first?.title} ${first?.text}`);
    // one fix may lead to the next error, and the sequence ends
    const whole = [1, 2, 3].reduce(each => fixed(each, spot), draft);
    expect(texts(whole, spot)).toEqual([]);
  });

  it('counts the fee on top for a market buy by funds', () => {
    const facts = buildSpotFacts({ funds: { base: '0', quote: '100' } });
    const draft = { ...buy, size: '100q', price: 'm' };
    expect(texts(draft, facts)[0]).toMatch(/Needs 100\.\d+ USDT with fees; 100 available/);
    expect(texts(fixed(draft, facts), facts)).toEqual([]);
  });

  it('offers to drop post-only', () => {
    expect(fixed({ ...buy, price: '101', isPostOnly: true }, spot, 1).isPostOnly).toBe(false);
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
    ['margin', { size: '2000' }, {}, /of margin with fees; 1,000 available/],
    ['nothing to reduce', { isReduceOnly: true }, {}, /No position in XBTUSDTM is open/],
    ['the wrong side', { isReduceOnly: true }, { position }, /A long of 10 lots is reduced by a sell/],
    [
      'more than the position',
      { isReduceOnly: true, side: 'sell', size: '15' },
      { position },
      /15 lots are more than the 10/,
    ],
    ['the trigger of mark', { kind: 'stop-market', trigger: '90.001', price: '' }, {}, /tick 0\.01/],
  ])('fixes a contract order: %s', (_, edit, change, words) => {
    const facts = buildFuturesFacts(change);
    const draft = { ...long, ...edit };
    expect(texts(draft, facts)[0]).toMatch(words);
    expect(texts(fixed(draft, facts), facts)).not.toContain(texts(draft, facts)[0]);
  });

  it('blocks an order while the position or its reference price is unknown', () => {
    expect(texts({ ...long, isReduceOnly: true }, buildFuturesFacts({ position: undefined }))[0]).toMatch(/is unknown/);
    const blind = buildFuturesFacts({ markPrice: null });
    expect(texts({ ...long, kind: 'stop-market', trigger: '90', price: '' }, blind)[0]).toMatch(
      /so the direction is too/,
    );
    expect(texts({ ...long, kind: 'stop-market', trigger: '-2%', price: '' }, blind)[0]).toMatch(/is unknown/);
  });

  it('requires a live book for a market order, and for one that follows it', () => {
    const facts = buildSpotFacts({ book: { state: 'none', reason: 'The book is stale.' } });
    expect(texts({ ...buy, price: 'm' }, facts).join(' ')).toMatch(/needs a live book\. The book is stale/);
    expect(texts({ ...buy, price: 'b' }, facts).join(' ')).toMatch(/follows the book/);
    const { validationErrors, validationWarnings } = summariseTicket(buy, facts);
    expect([validationErrors.length, validationWarnings[0]?.title]).toEqual([0, 'The order book is not live.']);
    const empty = buildSpotFacts({ book: { state: 'live', bids: [], asks: [] } });
    expect(texts({ ...buy, price: 'a' }, empty).join(' ')).toMatch(/That side of the order book/);
  });

  it('rejects any order in a closed market', () => {
    const pair = buildSpotSymbol({ isTradingEnabled: false });
    expect(texts(buy, buildSpotFacts({ pair, terms: spotTerms(pair) }))[0]).toMatch(/not open/);
  });
});

describe('the policy in the ticket', () => {
  const tight = { ...openPolicy, policy: { ...openPolicy.policy, largestOrder: '50' as const } };

  it('rejects before sending, with its rule, figure and limit', () => {
    const { validationErrors, request } = summariseTicket(buy, buildSpotFacts({ policy: tight }));
    expect(validationErrors[0]).toMatchObject({ field: 'size', title: 'Lower the size.' });
    expect(validationErrors[0]?.text).toMatch(/100 USDT; the largest order of this profile is 50 USDT/);
    expect(request).toBeNull();
  });

  it('checks every order type', () => {
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

  it('shows nothing while it is unknown', () => {
    expect(summariseTicket(buy, buildSpotFacts({ policy: null })).policyResult).toBeNull();
  });
});

function softOf(draft: TicketDraft, facts: TicketFacts): readonly string[] {
  return summariseTicket(draft, facts).validationWarnings.map(({ title }) => title);
}

/** An own order of that side at that price. */
function ownAt(side: Side, price: Decimal): TicketFacts {
  return buildSpotFacts({ ownOrders: [buildOrder({ side, price, size: '1', isActive: true })] });
}

function meetsOwn(edit: DraftEdit, facts: TicketFacts): boolean {
  return softOf({ ...buy, ...edit }, facts).includes('Crosses your own order.');
}

describe('warnings of the ticket', () => {
  it('name an own order that it would meet, unless self-trade prevention is set', () => {
    const own = buildOrder({ side: 'sell', price: '100', size: '1', isActive: true });
    const facts = buildSpotFacts({ ownOrders: [own, buildOrder({ side: 'sell', price: null })] });
    expect(softOf(buy, facts)).toEqual(['Crosses your own order.']);
    expect(softOf({ ...buy, price: 'm' }, facts)).toContain('Crosses your own order.');
    expect(softOf({ ...buy, price: '99' }, facts)).toEqual([]);
    expect(softOf({ ...buy, selfTrade: 'CN' }, facts)).toEqual([]);
    expect(softOf({ ...buy, kind: 'stop-market', trigger: '105', price: '' }, facts)).toEqual([]);
  });

  it('name an own order only when it would reach it', () => {
    const atMarket = { kind: 'market', price: '' } as const;
    // one is offered at 101 and four at 102
    expect(meetsOwn({ ...atMarket, size: '1' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ ...atMarket, size: '1' }, ownAt('sell', '101'))).toBe(true);
    expect(meetsOwn({ ...atMarket, size: '1.1' }, ownAt('sell', '102'))).toBe(true);
    expect(meetsOwn({ ...atMarket, size: '101q' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ ...atMarket, size: '' }, ownAt('sell', '101'))).toBe(false);
    expect(meetsOwn({ ...atMarket, side: 'sell', size: '2' }, ownAt('buy', '98'))).toBe(false);
    expect(meetsOwn({ ...atMarket, side: 'sell', size: '3' }, ownAt('buy', '98'))).toBe(true);
    // a limit takes like the market, and its rest is at its own price
    expect(meetsOwn({ size: '1', price: '109' }, ownAt('sell', '102'))).toBe(false);
    expect(meetsOwn({ size: '5', price: '109' }, ownAt('sell', '102'))).toBe(true);
    expect(meetsOwn({ size: '5', price: '109' }, ownAt('sell', '109'))).toBe(false);
    expect(meetsOwn({ size: '5.1', price: '109' }, ownAt('sell', '109'))).toBe(true);
    expect(meetsOwn({ size: '2', price: '101' }, ownAt('sell', '102'))).toBe(false);
  });

  it('name an own order also when the reach is unknown', () => {
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

  it('name a reversed position, with a quick fix that only closes it', () => {
    const { validationWarnings } = summariseTicket(
      { ...long, side: 'sell', size: '15' },
      buildFuturesFacts({ position }),
    );
    expect(validationWarnings[0]).toMatchObject({
      title: 'Reverses the position.',
      text: expect.stringMatching(/from 10 to −5 lots/),
    });
    expect(validationWarnings[0]?.fixes[0]?.edit).toMatchObject({ isReduceOnly: true, size: 'pos' });
  });

  it('name a liquidation near mark, and a stop beyond it', () => {
    expect(softOf({ ...long, leverage: '50' }, futures)).toContain('Near liquidation.');
    expect(softOf({ ...long, stopLoss: '70' }, futures)).toContain('Stop beyond liquidation.');
    expect(softOf({ ...long, side: 'sell', stopLoss: '130' }, futures)).toContain('Stop beyond liquidation.');
    expect(softOf({ ...long, stopLoss: '95' }, futures)).toEqual([]);
  });

  it('name a size beyond the book, and an SL that is not placed', () => {
    expect(softOf({ ...buy, side: 'sell', size: '6', price: 'm' }, spot)).toContain(
      'Larger than the visible order book.',
    );
    expect(softOf({ ...buy, stopLoss: '95' }, spot)).toEqual(['The SL is not placed.']);
  });
});

describe('the figures of the ticket', () => {
  it('count a buy with a filled and a resting part', () => {
    const { figures, worth } = summariseTicket({ ...buy, size: '3', price: '101' }, spot);
    expect(figures.walk).toMatchObject({ taken: '1', rest: '2', averagePrice: '101' });
    expect(figures).toMatchObject({ slippageBps: '100', entry: '101', largest: '9.89109' });
    expect(figures.cost).toMatchObject({ worth: '303', fee: '0.202' });
    expect(worth).toBe('303');
  });

  it('count a trade with its stop', () => {
    const { figures } = summariseTicket({ ...long, stopLoss: '95' }, futures);
    // a coin: 100 − 95; it rests at 0.0005 and leaves at 0.001
    expect(figures.lossAtStop).toEqual({ priceLoss: '5', fees: '0.145' });
    expect(figures.outlook).toMatchObject({ quantityAfter: '10', marginNeeded: '20.22' });
  });

  it('lose no more than the stated risk', () => {
    const { figures } = summariseTicket({ ...buy, size: 'r10', stopLoss: '95' }, spot);
    expect(figures.size).toBe('1.94363');
  });
});

/** For any input: a sendable order complies with the rules of the exchange, the available funds and the policy. */
it('a sendable order is within tick, lot, limits and available funds', () => {
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
      const { request, validationErrors, validationError } = summariseTicket({ ...buy, ...edit }, spot);
      expect(request === null || validationError === null).toBe(true);
      if (request === null) return;
      expect(validationErrors).toEqual([]);
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

it('the ticket states in advance that the second or the minute is used up, and stops when that has passed', () => {
  const facts = buildSpotFacts();
  const sent = (ago: number) =>
    buildSpotFacts({
      policy: { ...openPolicy, sentLately: [{ atMs: facts.nowMs - ago, rows: openPolicy.policy.acts.perSecond }] },
    });
  const draft = buildDraft({ side: 'buy', price: '99', size: '1' });
  const full = summariseTicket(draft, sent(400));
  expect(full.validationErrors.map(({ title, text }) => `${title} ${text}`)).toEqual([
    `Wait, or raise the limit in the policy. Fathom sends at most ${openPolicy.policy.acts.perSecond} orders and margin transfers in any second for a profile; ${openPolicy.policy.acts.perSecond} went in the last second, and this would make ${openPolicy.policy.acts.perSecond + 1}.`,
  ]);
  expect(full.request).toBeNull();
  expect(summariseTicket(draft, sent(1000)).validationErrors).toEqual([]);
  expect(summariseTicket(draft, { ...facts, policy: null }).validationErrors).toEqual([]);
});
