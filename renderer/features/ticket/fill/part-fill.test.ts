import { expect, it } from 'vitest';
import { add } from '#shared/decimal.ts';
import { summariseTicket } from '../checks/summary.ts';
import { computeTicket } from '../model/figures.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';

const spot = buildSpotFacts();
const futures = buildFuturesFacts();
const ioc = (edit: Partial<TicketDraft> = {}) =>
  buildFuturesDraft({ size: '40', price: '101', timeInForce: 'IOC', ...edit });

it('part fill computes cost, entry, position and loss of an IOC order from the expected fill, and all of it apart', () => {
  const figures = computeTicket(ioc({ stopLoss: '95' }), futures);
  // ten lots of a tenth stand at 101
  expect(figures).toMatchObject({
    counted: '40',
    fills: '10',
    cost: { worth: '101', fee: '0.101' },
    entry: '101',
    outlook: { quantityAfter: '10' },
    lossAtStop: { priceLoss: '6' },
    whole: { cost: { worth: '404' }, outlook: { quantityAfter: '40' }, lossAtStop: { priceLoss: '24' } },
  });
  const alone = computeTicket(ioc({ size: '10', timeInForce: 'GTC', stopLoss: '95' }), futures);
  for (const key of ['cost', 'entry', 'outlook', 'lossAtStop', 'breakEven'] as const)
    expect(figures[key]).toEqual(alone[key]);
});

it('part fill counts nothing for a FOK order that the book cannot fill, and all of one that it can', () => {
  const fok = buildDraft({ size: '3', price: '101', timeInForce: 'FOK' });
  expect(computeTicket(fok, spot)).toMatchObject({
    fills: '0',
    cost: { worth: '0', fee: '0' },
    whole: { cost: { worth: '303' } },
  });
  expect(computeTicket({ ...fok, size: '1' }, spot)).toMatchObject({ fills: '1', cost: { worth: '101' } });
});

it('part fill counts all of an order that rests, and of one with a limit beyond the known levels', () => {
  expect(computeTicket(ioc({ timeInForce: 'GTC' }), futures)).toMatchObject({ fills: '40', cost: { worth: '404' } });
  const beyond = computeTicket(ioc({ size: '90', price: '103' }), futures);
  expect(beyond.fills).toBe('90');
  expect(beyond.cost).toBe(beyond.whole.cost);
  expect(computeTicket(ioc(), buildFuturesFacts({ book: { state: 'none', reason: 'stale' } })).fills).toBe('40');
});

it('part fill checks funds, margin and liquidation of all of an IOC order, because the exchange holds for it', () => {
  const dear = summariseTicket(buildDraft({ size: '20', price: '101', timeInForce: 'IOC' }), spot);
  expect(dear.validationErrors.map(({ text }) => text)).toEqual([expect.stringContaining('1,000 available')]);
  // 999.395 at the limit, and the taker’s fee on all of it
  const nearly = summariseTicket(buildDraft({ size: '9.895', price: '101', timeInForce: 'IOC' }), spot);
  expect(nearly.validationErrors.map(({ text }) => text)).toEqual([
    expect.stringContaining('1,000.394395 USDT with fees'),
  ]);
  const margin = summariseTicket(ioc({ size: '600', leverage: '2' }), futures);
  expect(margin.validationErrors.map(({ text }) => text)).toEqual([expect.stringContaining('of margin with fees')]);
});

it('part fill sizes an IOC order by risk so that the stated amount is lost when all of it fills', () => {
  const { whole } = computeTicket(ioc({ size: 'r20', stopLoss: '95' }), futures);
  const loss = add(whole.lossAtStop?.priceLoss ?? '0', whole.lossAtStop?.fees ?? '0');
  expect(Number(loss)).toBeGreaterThan(19);
  expect(Number(loss)).toBeLessThanOrEqual(20);
});
