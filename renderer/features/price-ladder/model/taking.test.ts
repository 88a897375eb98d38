import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { contractRules } from '../testing/build-ladder.ts';
import { type TakingFacts, takingOf } from './taking.ts';

const position = buildPosition({ positionCost: '100', initialMargin: '10', marginMode: 'isolated' });
const facts: TakingFacts = {
  contract: contractRules.contract,
  positions: [position],
  margin: { marginMode: 'isolated', crossLeverage: '20' },
  positionMode: 'one-way',
};
const flat: TakingFacts = { ...facts, positions: [] };

it('price ladder uses margin mode and leverage of the open position', () => {
  expect(takingOf('buy', {}, facts)).toMatchObject({ marginMode: 'isolated', leverage: '10', concern: null });
  expect(takingOf('sell', { leverage: ' ' }, facts)).toMatchObject({ leverage: '10', concern: null });
  const cross: TakingFacts = { ...facts, positions: [{ ...position, marginMode: 'cross' }] };
  expect(takingOf('buy', { leverage: '5' }, cross)).toMatchObject({
    marginMode: 'cross',
    leverage: '20',
    concern: null,
  });
});

it('price ladder uses margin mode of the contract and the chosen leverage without an open position', () => {
  expect(takingOf('buy', {}, flat)).toMatchObject({ marginMode: 'isolated', leverage: '5', concern: null });
  expect(takingOf('buy', { leverage: '8' }, flat)).toMatchObject({ leverage: '8', concern: null });
  expect(takingOf('buy', { leverage: 'x' }, flat)).toMatchObject({ leverage: '0' });
  const cross: TakingFacts = { ...flat, margin: { marginMode: 'cross', crossLeverage: '20' } };
  expect(takingOf('buy', {}, cross)).toMatchObject({ marginMode: 'cross', leverage: '20', concern: null });
});

it('price ladder uses the leverage of the position of each side in hedge mode', () => {
  const positions = [
    { ...position, positionSide: 'long' },
    { ...position, positionSide: 'short', initialMargin: '25' },
  ] as const;
  const hedge: TakingFacts = { ...facts, positions, positionMode: 'hedge' };
  expect(takingOf('buy', {}, hedge).leverage).toBe('10');
  expect(takingOf('sell', {}, hedge).leverage).toBe('4');
  expect(takingOf('sell', { isReduceOnly: true }, hedge).leverage).toBe('10');
});

it('price ladder warns when the click would change the leverage of the position, or when that is unknown', () => {
  expect(takingOf('buy', { leverage: '5' }, facts).concern).toBe('The position has 10×; this order sets it to 5×.');
  expect(takingOf('buy', { leverage: '5', isReduceOnly: true }, facts).concern).toBeNull();
  const unstated: TakingFacts = { ...facts, positions: [{ ...position, initialMargin: null }] };
  expect(takingOf('buy', {}, unstated).concern).toContain('states no initial margin');
  expect(takingOf('buy', {}, { ...facts, positions: undefined }).concern).toContain('are unknown');
  expect(takingOf('buy', { isReduceOnly: true }, { ...facts, positions: undefined }).concern).toBeNull();
});

it('price ladder has no warning for a pair, and no leverage when that of a cross position is unknown', () => {
  expect(takingOf('buy', {}, { ...facts, contract: null })).toMatchObject({ leverage: '5', concern: null });
  const unstated = { ...position, marginMode: 'cross', initialMargin: null } as const;
  const taking = takingOf('buy', {}, { ...facts, positions: [unstated], margin: null });
  expect(taking).toMatchObject({ marginMode: 'cross', leverage: null });
});
