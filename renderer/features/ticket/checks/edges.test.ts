import { describe, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import { requestText } from '../model/order-texts.ts';
import {
  buildDraft,
  buildFuturesDraft,
  buildFuturesFacts,
  buildSpotFacts,
  openPolicy,
} from '../testing/build-ticket.ts';
import { judgeOrder } from './policy.ts';
import { summariseTicket } from './summary.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const buy = buildDraft({ size: '1', price: '100' });
const long = buildFuturesDraft({ size: '10', price: '100' });
const short = buildPosition({ quantity: '-10', averageEntryPrice: '100', positionCost: '-100' });

function first(draft: TicketDraft, facts: TicketFacts) {
  return summariseTicket(draft, facts).validationErrors[0];
}

describe('an order type that the account does not have', () => {
  it('never sends it as another one', () => {
    const stop = { ...buy, tradeType: 'cross', kind: 'pair', trigger: '90', price: '' } as const;
    expect(first(stop, spot)).toMatchObject({ field: 'kind', text: expect.stringMatching(/plain spot only/) });
    expect(summariseTicket(stop, spot).request).toBeNull();
    const pair = { ...long, kind: 'pair', takeProfit: '110', stopLoss: '90' } as const;
    expect(first(pair, futures)).toMatchObject({ field: 'kind', fixes: [{ edit: { kind: 'limit' } }] });
    expect(summariseTicket(pair, futures).request).toBeNull();
  });
});

describe('a quick fix without a valid result', () => {
  it('offers none for a price or a trigger below the first tick', () => {
    expect(first({ ...buy, price: '0.001' }, spot)?.fixes).toEqual([]);
    expect(first({ ...buy, kind: 'stop-market', trigger: '0.001', price: '' }, spot)?.fixes).toEqual([]);
  });

  it('offers none for post-only with an empty side', () => {
    const book = { state: 'live', bids: [], asks: [['101', '1']] } as const;
    const fixes = first({ ...buy, price: '101', isPostOnly: true }, buildSpotFacts({ book }))?.fixes;
    expect(fixes?.map(({ label }) => label)).toEqual(['Remove post-only']);
  });

  it('offers none for a size below the minimum', () => {
    const poor = buildSpotFacts({ funds: { base: '0', quote: '0' } });
    expect(first(buy, poor)?.fixes).toEqual([]);
    expect(first({ ...buy, side: 'sell' }, poor)?.fixes).toEqual([]);
  });
});

const evenOf = (draft: TicketDraft, facts: TicketFacts) => summariseTicket(draft, facts).figures.breakEven;

it('break-even weighs the taker part and the resting part by their values', () => {
  const cheap = { takerFeeRate: '0.01', makerFeeRate: '0' } as const;
  // one takes at 101 and three rest there: 404 and a fee of 1.01, and the taker's hundredth of leaving
  const facts = buildSpotFacts({ rates: cheap });
  expect(evenOf({ ...buy, size: '4', price: '101' }, facts)).toBe('102.28');
  expect(evenOf({ ...buy, size: '1', price: '101' }, facts)).toBe('103.05');
  expect(evenOf({ ...buy, size: '4', price: '100' }, facts)).toBe('101.02');
  expect(evenOf({ ...buy, side: 'sell', size: '4', price: '99' }, facts)).toBe('97.52');
  // with an unknown taken part, all of it might be taken
  expect(evenOf({ ...buy, size: '4', price: '101' }, { ...facts, book: { state: 'none', reason: 'stale' } })).toBe(
    '103.05',
  );
});

it('an unknown balance, liability or fee is not checked', () => {
  const dark = buildSpotFacts({ funds: { base: null, quote: null }, rates: null });
  for (const draft of [buy, { ...buy, side: 'sell' as const }, { ...buy, stopLoss: '95' }]) {
    const { validationErrors, figures } = summariseTicket(draft, dark);
    expect(validationErrors).toEqual([]);
    expect([figures.largest, figures.breakEven, figures.cost?.fee]).toEqual([null, null, null]);
  }
  const feeless = buildSpotFacts({ rates: null });
  expect(summariseTicket(buy, feeless).validationErrors).toEqual([]);
  expect(summariseTicket({ ...buy, size: 'r5', stopLoss: '95' }, feeless).validationErrors[0]?.text).toMatch(
    /includes fees/,
  );
  const bookless = buildSpotFacts({ book: { state: 'none', reason: 'stale' } });
  expect(summariseTicket({ ...buy, size: '50q', price: 'm' }, bookless).figures).toMatchObject({
    funds: '50',
    counted: null,
  });
  expect(summariseTicket(long, buildFuturesFacts({ position: undefined })).figures.outlook).toBeNull();
  expect(summariseTicket({ ...long, marginMode: 'cross' }, futures).figures.outlook).toBeNull();
});

it('a short is reduced by a buy, and leverage is at least one', () => {
  const facts = buildFuturesFacts({ position: short });
  expect(first({ ...long, side: 'sell', isReduceOnly: true }, facts)).toMatchObject({
    text: 'A short of −10 lots is reduced by a buy.',
    fixes: [{ label: 'Buy', edit: { side: 'buy' } }],
  });
  expect(first({ ...long, leverage: '0.5' }, futures)?.text).toBe('Leverage 0.5; it goes from 1 to 125.');
});

it('leverage check leaves the highest leverage to the exchange when contract and risk levels state none', () => {
  const stated = futures.contract;
  if (stated === null) throw new Error('there is a contract');
  const unstated = buildFuturesFacts({ contract: { ...stated, maxLeverage: null }, levels: [] });
  expect(first({ ...long, leverage: '0.5' }, unstated)?.text).toBe('Leverage 0.5; it is at least 1.');
  expect(first({ ...long, leverage: '500' }, unstated)?.field).not.toBe('leverage');
});

it('the ticket blocks orders by rules of main without a message of its own', () => {
  const exits = { ...long, stopLoss: '95.05', triggerBy: 'TP' } as const;
  expect(first(exits, futures)).toMatchObject({
    field: null,
    text: expect.stringMatching(/must be a multiple of 0\.1/),
  });
});

it('the ticket warns about an own bid that a sale would meet', () => {
  const own = buildOrder({ side: 'buy', price: '100', size: null, isActive: true });
  const { validationWarnings } = summariseTicket(
    { ...buy, side: 'sell', price: '99.5' },
    buildSpotFacts({ ownOrders: [own] }),
  );
  expect(validationWarnings[0]?.text).toBe('Your own bid of 0 rests at 100.00.');
});

it('the policy warns about a missing right, and a position of unknown size', () => {
  const policy = { ...openPolicy, policy: { ...openPolicy.policy, mayPlace: false } };
  expect(first(buy, buildSpotFacts({ policy }))).toMatchObject({ field: null, title: 'Rejected by the policy.' });
  const facts = buildFuturesFacts({ position: short });
  const { request } = summariseTicket({ ...long, size: '', isClose: true }, facts);
  if (request === null) throw new Error('it can be closed');
  expect(requestText(request, facts.terms)).toBe('Buy the whole position of XBTUSDTM at 100.0');
  expect(judgeOrder(request, facts)?.policyResult.validationErrors).toEqual([]);
  expect(judgeOrder(request, { ...facts, position: undefined })?.policyResult.validationErrors).toEqual([]);
});

it('facts of another market do not affect an order', () => {
  expect(summariseTicket(buy, buildSpotFacts({ pair: null })).request).not.toBeNull();
  expect(summariseTicket(long, { ...futures, contract: null, pair: spot.pair }).validationErrors).toEqual([]);
  expect(summariseTicket(buy, { ...spot, contract: futures.contract, pair: null }).policyResult).toBeNull();
});
