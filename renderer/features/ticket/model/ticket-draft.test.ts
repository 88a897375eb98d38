import { expect, it } from 'vitest';
import { buildDraft, buildFuturesDraft } from '../testing/build-ticket.ts';
import { changesOrderTerms, prefillOf } from './ticket-draft.ts';

it('ticket draft puts a clicked price where the order type has one, and keeps the type of a stop', () => {
  expect(prefillOf({ kind: 'stop-market' }, { price: '90', side: 'sell' })).toEqual({ trigger: '90', side: 'sell' });
  expect(prefillOf({ kind: 'market' }, { price: '90' })).toEqual({ price: '90', kind: 'limit' });
  expect(prefillOf({ kind: 'stop-limit' }, { price: '90' })).toEqual({ price: '90' });
  expect(prefillOf({ kind: 'market' }, { side: 'buy' })).toEqual({ side: 'buy' });
  expect(prefillOf({ kind: 'limit' }, { kind: 'stop-market', price: '' })).toEqual({ kind: 'stop-market', price: '' });
});

it('ticket draft recognises an edit that changes type, account or flags of the order', () => {
  const draft = buildDraft({ kind: 'limit', size: '1' });
  expect(changesOrderTerms(draft, { price: '90', side: 'sell', size: '2', sizeUnit: 'quote' })).toBe(false);
  expect(changesOrderTerms(draft, { kind: 'limit', isReduceOnly: false, tradeType: 'spot' })).toBe(false);
  expect(changesOrderTerms(draft, { kind: 'stop-market' })).toBe(true);
  expect(changesOrderTerms(draft, { tradeType: 'cross' })).toBe(true);
  expect(changesOrderTerms(buildFuturesDraft(), { isReduceOnly: true })).toBe(true);
});
