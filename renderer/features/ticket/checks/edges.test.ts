import { describe, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import { requestWords } from '../model/words.ts';
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
  return summariseTicket(draft, facts).hard[0];
}

describe('a kind that the account does not have', () => {
  it('is never sent as another one', () => {
    const stop = { ...buy, tradeType: 'cross', kind: 'pair', trigger: '90', price: '' } as const;
    expect(first(stop, spot)).toMatchObject({ field: 'kind', text: expect.stringMatching(/plain spot only/) });
    expect(summariseTicket(stop, spot).request).toBeNull();
    const pair = { ...long, kind: 'pair', takeProfit: '110', stopLoss: '90' } as const;
    expect(first(pair, futures)).toMatchObject({ field: 'kind', mends: [{ edit: { kind: 'limit' } }] });
    expect(summariseTicket(pair, futures).request).toBeNull();
  });
});

describe('where nothing can be offered nothing is', () => {
  it('a price or a trigger below the first tick', () => {
    expect(first({ ...buy, price: '0.001' }, spot)?.mends).toEqual([]);
    expect(first({ ...buy, kind: 'stop-market', trigger: '0.001', price: '' }, spot)?.mends).toEqual([]);
  });

  it('post-only with nobody to join', () => {
    const book = { state: 'live', bids: [], asks: [['101', '1']] } as const;
    const mends = first({ ...buy, price: '101', isPostOnly: true }, buildSpotFacts({ book }))?.mends;
    expect(mends?.map(({ label }) => label)).toEqual(['Let it take']);
  });

  it('a size that is less than the least', () => {
    const poor = buildSpotFacts({ funds: { base: '0', quote: '0' } });
    expect(first(buy, poor)?.mends).toEqual([]);
    expect(first({ ...buy, side: 'sell' }, poor)?.mends).toEqual([]);
  });
});

const evenOf = (draft: TicketDraft, facts: TicketFacts) => summariseTicket(draft, facts).figures.breakEven;

it('break-even weighs what takes and what rests by what each is worth', () => {
  const cheap = { takerFeeRate: '0.01', makerFeeRate: '0' } as const;
  // one takes at 101 and three rest there: 404 and a fee of 1.01, and the taker's hundredth of leaving
  const facts = buildSpotFacts({ rates: cheap });
  expect(evenOf({ ...buy, size: '4', price: '101' }, facts)).toBe('102.28');
  expect(evenOf({ ...buy, size: '1', price: '101' }, facts)).toBe('103.05');
  expect(evenOf({ ...buy, size: '4', price: '100' }, facts)).toBe('101.02');
  expect(evenOf({ ...buy, side: 'sell', size: '4', price: '99' }, facts)).toBe('97.52');
  // where nobody knows what takes, all of it might
  expect(evenOf({ ...buy, size: '4', price: '101' }, { ...facts, book: { state: 'none', reason: 'stale' } })).toBe(
    '103.05',
  );
});

it('what is held, owed or charged may not be known, and then it is not judged', () => {
  const dark = buildSpotFacts({ funds: { base: null, quote: null }, rates: null });
  for (const draft of [buy, { ...buy, side: 'sell' as const }, { ...buy, stopLoss: '95' }]) {
    const { hard, figures } = summariseTicket(draft, dark);
    expect(hard).toEqual([]);
    expect([figures.largest, figures.breakEven, figures.cost?.fee]).toEqual([null, null, null]);
  }
  const feeless = buildSpotFacts({ rates: null });
  expect(summariseTicket(buy, feeless).hard).toEqual([]);
  expect(summariseTicket({ ...buy, size: 'r5', stopLoss: '95' }, feeless).hard[0]?.text).toMatch(/counts the fees/);
  const bookless = buildSpotFacts({ book: { state: 'none', reason: 'stale' } });
  expect(summariseTicket({ ...buy, size: '50q', price: 'm' }, bookless).figures).toMatchObject({
    funds: '50',
    counted: null,
  });
  expect(summariseTicket(long, buildFuturesFacts({ position: undefined })).figures.outlook).toBeNull();
  expect(summariseTicket({ ...long, marginMode: 'cross' }, futures).figures.outlook).toBeNull();
});

it('a short is reduced by a buy, and leverage is not below one', () => {
  const facts = buildFuturesFacts({ position: short });
  expect(first({ ...long, side: 'sell', isReduceOnly: true }, facts)).toMatchObject({
    text: 'A short of −10 lots is reduced by a buy.',
    mends: [{ label: 'Buy', edit: { side: 'buy' } }],
  });
  expect(first({ ...long, leverage: '0.5' }, futures)?.text).toBe('Leverage 0.5; it goes from 1 to 125.');
});

it('what the ticket has no words for is held back by the rules of main', () => {
  const exits = { ...long, stopLoss: '95.05', triggerBy: 'TP' } as const;
  expect(first(exits, futures)).toMatchObject({
    field: null,
    text: expect.stringMatching(/must be a multiple of 0\.1/),
  });
});

it('an own bid that a sale would meet', () => {
  const own = buildOrder({ side: 'buy', price: '100', size: null, isActive: true });
  const { soft } = summariseTicket({ ...buy, side: 'sell', price: '99.5' }, buildSpotFacts({ ownOrders: [own] }));
  expect(soft[0]?.text).toBe('Your own bid of 0 rests at 100.');
});

it('the policy: a right that is missing, and a position whose size is not known', () => {
  const policy = { ...openPolicy, policy: { ...openPolicy.policy, mayPlace: false } };
  expect(first(buy, buildSpotFacts({ policy }))).toMatchObject({ field: null, title: 'The policy refuses it.' });
  const facts = buildFuturesFacts({ position: short });
  const { request } = summariseTicket({ ...long, size: '', isClose: true }, facts);
  if (request === null) throw new Error('it can be closed');
  expect(requestWords(request, facts.terms)).toBe('Buy the whole position of XBTUSDTM at 100.0');
  expect(judgeOrder(request, facts)?.verdict.refusals).toEqual([]);
  expect(judgeOrder(request, { ...facts, position: undefined })?.verdict.refusals).toEqual([]);
});

it('facts of another market say nothing of an order', () => {
  expect(summariseTicket(buy, buildSpotFacts({ pair: null })).request).not.toBeNull();
  expect(summariseTicket(long, { ...futures, contract: null, pair: spot.pair }).hard).toEqual([]);
  expect(summariseTicket(buy, { ...spot, contract: futures.contract, pair: null }).verdict).toBeNull();
});
