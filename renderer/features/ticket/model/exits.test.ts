import { describe, expect, it } from 'vitest';
import { summariseTicket } from '../checks/summary.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { computeTicket } from './figures.ts';
import type { DraftEdit } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';

/** 10 lots at 101, 40 at 102; bids 20 at 99, 30 at 98. */
const facts = buildFuturesFacts({ slippageCap: '0.05' });
const market = buildFuturesDraft({ kind: 'market', size: '10', stopLoss: '1%', takeProfit: '2%' });

function exitsOf(edit: DraftEdit, change: Partial<TicketFacts> = {}) {
  const { stopLoss, takeProfit, exitReference } = computeTicket({ ...market, ...edit }, { ...facts, ...change }).prices;
  return { stopLoss, takeProfit, exitReference };
}

const summary = (edit: DraftEdit) => summariseTicket({ ...market, ...edit }, facts);
const triggering = (edit: DraftEdit) =>
  summary(edit).validationWarnings.filter(each => each.title.includes('trigger at once'));

describe('percent exits', () => {
  it('count from the expected fill of a market order, not from its slippage cap', () => {
    expect(exitsOf({})).toEqual({
      stopLoss: '100',
      takeProfit: '103',
      exitReference: { kind: 'fill', price: '101' },
    });
    // 10 lots at 101 and 10 at 102
    expect(exitsOf({ size: '20' })).toMatchObject({ stopLoss: '100.5', exitReference: { price: '101.5' } });
    expect(exitsOf({ side: 'sell' })).toEqual({
      stopLoss: '100',
      takeProfit: '97',
      exitReference: { kind: 'fill', price: '99' },
    });
  });

  it('count from the best price before a size is typed', () => {
    expect(exitsOf({ size: '' }).exitReference).toEqual({ kind: 'fill', price: '101' });
  });

  it('count from the mark price without a book or beyond it', () => {
    const none = { state: 'none', reason: 'stale' } as const;
    expect(exitsOf({}, { book: none }).exitReference).toEqual({ kind: 'mark', price: '100' });
    expect(exitsOf({}, { book: none, markPrice: null, lastPrice: '98' }).exitReference?.kind).toBe('last');
    expect(exitsOf({ size: '51' })).toMatchObject({ stopLoss: '99', exitReference: { kind: 'mark', price: '100' } });
  });

  it('count from the best price when the order is larger than the book and no mark or last price is known', () => {
    expect(exitsOf({ size: '51' }, { markPrice: null, lastPrice: null }).exitReference).toEqual({
      kind: 'fill',
      price: '101',
    });
  });

  it('count from the limit of a resting order and from the fill of a crossing one', () => {
    const limit = { kind: 'limit', price: '95' } as const;
    expect(exitsOf(limit).exitReference).toEqual({ kind: 'limit', price: '95' });
    expect(exitsOf({ ...limit, price: '110' })).toMatchObject({
      stopLoss: '100',
      exitReference: { kind: 'fill', price: '101' },
    });
  });

  it('percent exits of a pair count from the last price', () => {
    const pair = buildDraft({ kind: 'pair', side: 'sell', size: '1', stopLoss: '5%', takeProfit: '5%', price: '94' });
    expect(computeTicket(pair, buildSpotFacts()).prices).toMatchObject({
      stopLoss: '95',
      takeProfit: '105',
      exitReference: { kind: 'last', price: '100' },
    });
  });
});

describe('exits in the ticket', () => {
  it('exits are rejected on the wrong side of the expected fill', () => {
    expect(summary({ stopLoss: '103', takeProfit: '' }).validationErrors[0]?.text).toBe(
      '103.0 must be below the est. fill 101.0.',
    );
    expect(summary({ stopLoss: '', takeProfit: '100' }).validationErrors[0]?.text).toBe(
      '100.0 must be above the est. fill 101.0.',
    );
    expect(summary({ side: 'sell', stopLoss: '98', takeProfit: '' }).validationErrors[0]?.text).toMatch(
      /above the est\. fill 99/,
    );
    expect(summary({}).validationErrors).toEqual([]);
  });

  it('have a warning when they would trigger at once', () => {
    // mark 100, filled at 101: a stop at 100.5 is reached already
    expect(triggering({ stopLoss: '0.5%', takeProfit: '' })[0]?.text).toBe(
      'The mark price 100.0 has reached the SL 100.5. Move the SL further away.',
    );
    expect(triggering({ side: 'sell', stopLoss: '0.5%', takeProfit: '' })).toHaveLength(1);
    expect(triggering({ side: 'sell', stopLoss: '', takeProfit: '98' })).toEqual([]);
    expect(triggering({ stopLoss: '99', takeProfit: '' })).toEqual([]);
    // without the trigger price no result can be computed
    const unknown = summariseTicket({ ...market, stopLoss: '0.5%', takeProfit: '' }, { ...facts, markPrice: null });
    expect(unknown.validationWarnings.filter(each => each.title.includes('trigger at once'))).toEqual([]);
    // what rests fills later, at a price that is not known now
    expect(triggering({ kind: 'limit', price: '90', stopLoss: '', takeProfit: '95' })).toEqual([]);
  });
});
