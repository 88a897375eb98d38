import { describe, expect, it } from 'vitest';
import type { DraftEdit } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';

const rich = { base: '10', quote: '5000' } as const;
const market = buildDraft({ kind: 'market', size: '15' });
const ask = (edit: DraftEdit, change: Partial<TicketFacts> = {}) =>
  summariseTicket({ ...market, ...edit }, buildSpotFacts({ policy: null, ...change }));
const texts = (...asked: Parameters<typeof ask>) => ask(...asked).validationErrors.map(({ text }) => text);
const contract = (edit: DraftEdit) =>
  summariseTicket(
    { ...buildFuturesDraft({ size: '51' }), ...edit },
    buildFuturesFacts({ policy: null, funds: { base: null, quote: '5000' } }),
  ).figures;
const unknown = { isBeyondBook: true, cost: null, entry: null, breakEven: null, outlook: null, lossAtStop: null };

describe('a market order for more than the book shows', () => {
  // 1 at 101 and 4 at 102 are offered: 509
  it('has no known total, and not that of the part', () => {
    const { figures, worth } = ask({ stopLoss: '90' }, { funds: rich });
    expect(figures).toMatchObject({ ...unknown, walk: { taken: '5', rest: '10' } });
    expect(worth).toBeNull();
    expect(ask({ size: '5' }, { funds: rich }).figures).toMatchObject({ isBeyondBook: false, cost: { worth: '509' } });
  });

  it('needs at least the cost of the rest at the last shown price, with its fee', () => {
    // 509 + 10 × 102, and a thousandth
    expect(texts({})).toEqual([
      'Needs at least 1,530.529 USDT with fees and more than the loaded order book holds; 1,000 available.',
    ]);
    expect(texts({}, { rates: null })[0]).toMatch(/at least 1,529 USDT/);
    expect(texts({}, { funds: rich })).toEqual([]);
    expect(texts({}, { book: { state: 'live', bids: [['99', '1']], asks: [] } })).toEqual([]);
  });

  it('has a known cost when it is by funds', () => {
    expect(ask({ size: '600q' }).figures).toMatchObject({ ...unknown, funds: '600', counted: '5' });
    expect(texts({ size: '600q' })).toEqual([]);
    expect(texts({ size: '1000q' })).toEqual(['Needs 1,001 USDT with fees; 1,000 available.']);
    expect(ask({ size: '509q' }).figures.isBeyondBook).toBe(false);
  });

  it('is rejected when its size needs levels beyond the loaded book', () => {
    expect(texts({ side: 'sell', size: '500q' })).toEqual(['The loaded order book holds less than this.']);
  });

  it('has no outlook on a contract, unlike a limit order', () => {
    expect(contract({ kind: 'market' })).toMatchObject(unknown);
    expect(contract({ price: '103' })).toMatchObject({ isBeyondBook: false, outlook: { quantityAfter: '51' } });
  });
});
