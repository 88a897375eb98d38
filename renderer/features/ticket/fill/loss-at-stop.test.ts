import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, type Decimal } from '#shared/decimal.ts';
import { computeTicket, type TicketFigures } from '../model/figures.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';

const lossOf = ({ lossAtStop }: TicketFigures): Decimal | null =>
  lossAtStop === null || lossAtStop.fees === null ? null : add(lossAtStop.priceLoss, lossAtStop.fees);
const rejectionOf = (draft: TicketDraft, facts: TicketFacts) =>
  computeTicket(draft, facts).validationErrors.find(({ field }) => field === 'size')?.text ?? null;

// 0.01 of a coin a lot: small enough that the rest below one lot does not matter
const rich = buildFuturesFacts({
  slippageCap: '0.02',
  book: {
    state: 'live',
    bids: [['99', '20000']],
    asks: [
      ['101', '10000'],
      ['102', '40000'],
    ],
  },
});
const terms = { ...rich.terms, multiplier: '0.01' } as const;
const futures: TicketFacts = { ...rich, terms };

it.each([
  ['a market order', { kind: 'market' as const, price: '' }],
  ['a limit order', { price: '100' }],
])('sizes %s so that the stop loses the stated amount, whatever the slippage cap', (_what, edit) => {
  const figures = computeTicket(buildFuturesDraft({ ...edit, size: 'r100', stopLoss: '98' }), futures);
  const loss = lossOf(figures) ?? '0';
  expect(compare(loss, '100')).toBeLessThanOrEqual(0);
  expect(compare(loss, '99.9')).toBe(1);
});

it('loss at stop counts fees of entry and exit at the rate of each part', () => {
  // ten lots take at 101, ten rest at 101: 10.1 × 0.001 and 10.1 × 0.0005, out at 95: 19 × 0.001
  const { lossAtStop } = computeTicket(
    buildFuturesDraft({ size: '20', price: '101', stopLoss: '95' }),
    buildFuturesFacts(),
  );
  expect(lossAtStop).toEqual({ priceLoss: '12', fees: '0.3415' });
  // without a book it is not known whether it takes: the dearer rate
  const blind = buildFuturesFacts({ book: { state: 'none', reason: 'stale' } });
  const limit = buildFuturesDraft({ size: '10', price: '105', stopLoss: '100' });
  expect(computeTicket(limit, blind).lossAtStop).toEqual({ priceLoss: '5', fees: '0.205' });
});

it('loss at stop omits fees when the rates are unknown, and gives no size', () => {
  const facts = buildFuturesFacts({ rates: null });
  const draft = buildFuturesDraft({ size: '20', price: '100', stopLoss: '95' });
  expect(computeTicket(draft, facts).lossAtStop).toEqual({ priceLoss: '10', fees: null });
  expect(rejectionOf({ ...draft, size: 'r5' }, facts)).toMatch(/includes fees/);
});

it.each([
  ['without a stop', { size: 'r5' }, buildFuturesFacts(), /needs a stop/],
  ['with a stop above a buy', { size: 'r5', price: '100', stopLoss: '101' }, buildFuturesFacts(), /below the entry/],
  [
    'with a stop below a sale',
    { side: 'sell', size: 'r5', price: '100', stopLoss: '99' },
    buildFuturesFacts(),
    /above/,
  ],
  ['without a price', { size: 'r5', stopLoss: '99' }, buildFuturesFacts(), /^Enter the price, or wait/],
  ['with a stop that cannot be read', { size: 'r5', price: '100', stopLoss: 'x' }, buildFuturesFacts(), /unknown/],
  ['beyond the book', { kind: 'market', size: 'r500', stopLoss: '95' }, buildFuturesFacts(), /holds less/],
  [
    'at the market without a book',
    { kind: 'market', size: 'r5', stopLoss: '95' },
    buildFuturesFacts({ book: { state: 'none', reason: 'stale' } }),
    /^Enter the price, or wait/,
  ],
] as const)('loss at stop rejects a size by risk %s', (_what, edit, facts, reason) => {
  expect(rejectionOf(buildFuturesDraft(edit), facts)).toMatch(reason);
});

const title = (edit: Partial<TicketDraft>) =>
  computeTicket(buildFuturesDraft(edit), buildFuturesFacts()).validationErrors[0]?.title;

it('a size that needs a price asks for the price, and not for another size', () => {
  expect(title({ size: '5000q' })).toBe('The size needs a price.');
  expect(title({ size: 'r5', stopLoss: '99' })).toBe('The size needs a price.');
  expect(title({ size: 'abc' })).toBe('Change the size.');
});

it('never loses more than the stated amount at the stop, and would with one lot more', () => {
  const price = fc.integer({ min: 90, max: 110 }).map(String);
  const stopLoss = fc.oneof(fc.integer({ min: 60, max: 89 }).map(String), fc.constantFrom('2%', '5%', '0.7%'));
  const kinds = fc.constantFrom<Partial<TicketDraft>>({ kind: 'market' }, {});
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      price,
      stopLoss,
      kinds,
      fc.boolean(),
      (risk, at, stop, edit, isSpot) => {
        const facts = isSpot ? buildSpotFacts() : buildFuturesFacts();
        const build = isSpot ? buildDraft : buildFuturesDraft;
        const draft = build({ price: edit.kind === undefined ? at : '', ...edit, size: `r${risk}`, stopLoss: stop });
        const { size } = computeTicket(draft, facts);
        if (size === null) return;
        const lost = (counted: Decimal) => lossOf(computeTicket({ ...draft, size: counted }, facts));
        if (size !== '0') expect(compare(lost(size) ?? '0', `${risk}`)).toBeLessThanOrEqual(0);
        const more = lost(add(size, facts.terms.lot));
        if (more !== null) expect(compare(more, `${risk}`)).toBe(1);
      },
    ),
  );
});

it.each([
  ['buy', '101'],
  ['sell', '99'],
] as const)('loss at stop counts a market %s without a size at the best price of the book', (side, entry) => {
  expect(computeTicket(buildFuturesDraft({ kind: 'market', side }), futures).entry).toBe(entry);
});
