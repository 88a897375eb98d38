import { expect, it } from 'vitest';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { changeText, levelOf, type SettingFacts, settingObjection, summariseSetting } from './setting-form.ts';

const rates = { initialMargin: '0.01', maintainMargin: '0.005', maxLeverage: 50, minRiskLimit: '0' } as const;
const levels: readonly RiskLimitLevel[] = [
  { ...rates, symbol: 'XBTUSDTM', level: 1, maxRiskLimit: '100000' },
  { ...rates, symbol: 'XBTUSDTM', level: 2, maxRiskLimit: '500000' },
];
const position = buildPosition({ isOpen: true, marginMode: 'isolated', riskLimit: '100000.0' });
const facts = (change: Partial<SettingFacts> = {}): SettingFacts => ({
  contract: buildFuturesContract({ maxLeverage: 100 }),
  settings: { marginMode: 'isolated', crossLeverage: '10' },
  levels,
  positionMode: 'one-way',
  isAnyOpen: false,
  position: undefined,
  ...change,
});

it('the mode has one other, and a position holds it', () => {
  expect(summariseSetting('margin-mode', '', facts())).toEqual({
    change: { kind: 'margin-mode', marginMode: 'cross' },
    error: null,
  });
  const cross = facts({ settings: { marginMode: 'cross', crossLeverage: '10' } });
  expect(summariseSetting('margin-mode', '', cross).change).toEqual({ kind: 'margin-mode', marginMode: 'isolated' });
  expect(summariseSetting('margin-mode', '', facts({ position })).error).toBe('Not while a position is open in it.');
});

it('the leverage is within the contract’s, and another than now', () => {
  expect(summariseSetting('cross-leverage', ' ', facts())).toEqual({ change: null, error: null });
  expect(summariseSetting('cross-leverage', '20', facts({ position })).change).toEqual({
    kind: 'cross-leverage',
    leverage: '20',
  });
  for (const typed of ['0', '0.9', '100.1', 'x'])
    expect(summariseSetting('cross-leverage', typed, facts()).error).toBe('The leverage of XBTUSDTM is 1 to 100.');
  expect(summariseSetting('cross-leverage', '10.0', facts()).error).toBe('That is its leverage now.');
});

it('the level is another than that of the open isolated position', () => {
  const open = facts({ position });
  expect(levelOf(open)?.level).toBe(1);
  expect(summariseSetting('risk-level', '', open)).toEqual({ change: null, error: null });
  expect(summariseSetting('risk-level', '2', open).change).toEqual({ kind: 'risk-level', level: 2 });
  expect(summariseSetting('risk-level', '1', open).error).toBe('That is its level now.');
  expect(summariseSetting('risk-level', '9', open)).toEqual({ change: null, error: null });
  expect(settingObjection('risk-level', facts())).toContain('open position only');
  expect(settingObjection('risk-level', facts({ position: { ...position, marginMode: 'cross' } }))).toContain(
    'this one is cross',
  );
  expect(settingObjection('cross-leverage', facts({ position }))).toBeNull();
});

it('switches the position mode only while no position is open and the mode is known', () => {
  const change = { kind: 'position-mode', positionMode: 'hedge' } as const;
  expect(summariseSetting('position-mode', '', facts())).toEqual({ change, error: null });
  expect(summariseSetting('position-mode', '', facts({ positionMode: 'hedge' })).change).toEqual({
    ...change,
    positionMode: 'one-way',
  });
  expect(settingObjection('position-mode', facts({ isAnyOpen: true }))).toBe(
    'Not while a position is open in any contract',
  );
  expect(settingObjection('position-mode', facts({ positionMode: null }))).toBe('The position mode is not known');
  expect(changeText('XBTUSDTM', change)).toBe('the position mode of the futures account to hedge');
});

it('a position whose limit is not told has no level', () => {
  expect(levelOf({ levels, position: { ...position, riskLimit: null } })).toBeUndefined();
  expect(levelOf({ levels, position: { ...position, riskLimit: '7' } })).toBeUndefined();
});

it('says a change in words', () => {
  expect([
    changeText('S', { kind: 'margin-mode', marginMode: 'cross' }),
    changeText('S', { kind: 'cross-leverage', leverage: '5' }),
    changeText('S', { kind: 'risk-level', level: 3 }),
  ]).toEqual(['the margin mode of S to cross', 'the cross leverage of S to 5×', 'the risk level of S to 3']);
});
