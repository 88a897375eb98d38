import { expect, it } from 'vitest';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { firstDraft, type LadderEdit } from './ladder-draft.ts';
import type { LadderFacts, LadderMarket } from './ladder-facts.ts';
import { withPositionTerms } from './ladder-terms.ts';
import { summarise } from './summary.ts';

type Contract = Extract<LadderMarket, { venue: 'futures' }>;

const contract = buildFuturesContract();
const position = buildPosition({ positionCost: '100', initialMargin: '10', marginMode: 'isolated' });
const market: Contract = {
  venue: 'futures',
  contract,
  positionMode: 'one-way',
  positions: [position],
  margin: { marginMode: 'isolated', crossLeverage: '20' },
};
const cross: Contract = { ...market, positions: [{ ...position, marginMode: 'cross' }] };
const flat: Contract = { ...market, positions: [] };

const facts: Omit<LadderFacts, 'market'> = {
  terms: contractTerms(contract),
  book: { state: 'live', bids: [['100', '5']], asks: [['101', '5']] },
  rates: null,
  free: { base: null, quote: null },
  policy: null,
  validationError: null,
};

const draft = { ...firstDraft, near: 'b', far: '97', count: '4', size: '40' };
const draftOf = (of: Contract, chosen: LadderEdit = {}) => withPositionTerms({ ...draft, ...chosen }, of, chosen);
const summaryOf = (of: Contract, chosen: LadderEdit = {}) => summarise(draftOf(of, chosen), { ...facts, market: of });

it('scaled order sends the rungs with margin mode and leverage of the open position', () => {
  expect(summaryOf(market).form.order).toMatchObject({ marginMode: 'isolated', leverage: '10' });
  expect(summaryOf(cross).form.order).toMatchObject({ marginMode: 'cross', leverage: undefined });
  expect(draftOf(cross).leverage).toBe('20');
  for (const world of [market, cross]) expect(summaryOf(world)).toMatchObject({ validationError: null, fixes: [] });
});

it('ladder terms leave the draft of a pair unchanged, and mark an unknown cross leverage', () => {
  const pair: LadderMarket = { venue: 'spot', pair: buildSpotSymbol() };
  expect(withPositionTerms(draft, pair, {})).toBe(draft);
  const unstated = { ...position, marginMode: 'cross', initialMargin: null } as const;
  expect(draftOf({ ...market, positions: [unstated], margin: null }).leverage).toBe('–');
});

it('ladder terms send the rungs with margin mode of the contract and the chosen leverage without an open position', () => {
  expect(summaryOf(flat).form.order).toMatchObject({ marginMode: 'isolated', leverage: '5' });
  expect(summaryOf(flat, { leverage: '8' }).form.order).toMatchObject({ leverage: '8' });
  const onCross: Contract = { ...flat, margin: { marginMode: 'cross', crossLeverage: '20' } };
  expect(summaryOf(onCross).form.order).toMatchObject({ marginMode: 'cross' });
  const other = summaryOf(onCross, { marginMode: 'isolated' });
  expect(other.validationError).toBeNull();
  expect(other.warnings[0]).toContain('The contract is set to cross');
});

it('ladder terms take the position of the side of the rungs in hedge mode', () => {
  const positions = [
    { ...position, positionSide: 'long' },
    { ...position, positionSide: 'short', initialMargin: '25' },
  ] as const;
  const hedge: Contract = { ...market, positions, positionMode: 'hedge' };
  expect(draftOf(hedge, { side: 'buy' }).leverage).toBe('10');
  expect(draftOf(hedge, { side: 'sell' }).leverage).toBe('4');
});

it('scaled order rejects rungs of another margin mode than the position, and offers a quick fix', () => {
  const other = summaryOf(cross, { marginMode: 'isolated' });
  expect(other.validationError).toContain(
    'The position is cross; the exchange rejects an order with margin mode isolated',
  );
  expect(other.fixes).toEqual([{ label: 'Use cross', edit: { marginMode: 'cross' } }]);
  expect(summaryOf(cross, { marginMode: 'isolated', ...other.fixes[0]?.edit }).validationError).toBeNull();
});

it('warns of rungs that change the leverage of the position, or while the position is unknown', () => {
  const other = summaryOf(market, { leverage: '5' });
  expect(other.validationError).toBeNull();
  expect(other.warnings[0]).toBe('The position has 10×; this order sets it to 5×.');
  expect(other.fixes).toEqual([{ label: 'Keep 10×', edit: { leverage: '10' } }]);
  expect(summaryOf({ ...market, positions: undefined }).warnings[0]).toContain('are unknown');
  const unstated = summaryOf({ ...market, positions: [{ ...position, initialMargin: null }] });
  expect(unstated.warnings[0]).toContain('states no initial margin');
  expect(unstated.fixes).toEqual([]);
});
