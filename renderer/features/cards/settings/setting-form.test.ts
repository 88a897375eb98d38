import { expect, it } from 'vitest';
import type { RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { changeText, levelOf, type SettingFacts, settingError, summariseSetting } from './setting-form.ts';

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

it('margin mode has one alternative, and a position blocks it', () => {
  expect(summariseSetting('margin-mode', '', facts())).toEqual({
    change: { kind: 'margin-mode', marginMode: 'cross' },
    error: null,
  });
  const cross = facts({ settings: { marginMode: 'cross', crossLeverage: '10' } });
  expect(summariseSetting('margin-mode', '', cross).change).toEqual({ kind: 'margin-mode', marginMode: 'isolated' });
  expect(summariseSetting('margin-mode', '', facts({ position })).error).toBe('Not while a position is open in it.');
});

it('leverage is within the limits of the contract, and differs from the present one', () => {
  expect(summariseSetting('cross-leverage', ' ', facts())).toEqual({ change: null, error: null });
  expect(summariseSetting('cross-leverage', '20', facts({ position })).change).toEqual({
    kind: 'cross-leverage',
    leverage: '20',
  });
  for (const typed of ['0', '0.9', '100.1', 'x'])
    expect(summariseSetting('cross-leverage', typed, facts()).error).toBe('The leverage of XBTUSDTM is 1 to 100.');
  expect(summariseSetting('cross-leverage', '10.0', facts()).error).toBe('This is the current leverage.');
});

it('setting form accepts any leverage from 1 when the exchange does not state the highest', () => {
  const unlimited = facts({ contract: buildFuturesContract({ maxLeverage: null }) });
  expect(summariseSetting('cross-leverage', '150', unlimited).error).toBeNull();
  expect(summariseSetting('cross-leverage', '0.5', unlimited).error).toBe('The leverage of XBTUSDTM is at least 1.');
});

it('risk level differs from that of the open isolated position', () => {
  const open = facts({ position });
  expect(levelOf(open)?.level).toBe(1);
  expect(summariseSetting('risk-level', '', open)).toEqual({ change: null, error: null });
  expect(summariseSetting('risk-level', '2', open).change).toEqual({ kind: 'risk-level', level: 2 });
  expect(summariseSetting('risk-level', '1', open).error).toBe('This is the current level.');
  expect(summariseSetting('risk-level', '9', open)).toEqual({ change: null, error: null });
  expect(settingError('risk-level', facts())).toContain('only for an open position');
  expect(settingError('risk-level', facts({ position: { ...position, marginMode: 'cross' } }))).toContain(
    'this one is cross',
  );
  expect(settingError('cross-leverage', facts({ position }))).toBeNull();
});

it('position mode can be switched only while no position is open and the mode is known', () => {
  const change = { kind: 'position-mode', positionMode: 'hedge' } as const;
  expect(summariseSetting('position-mode', '', facts())).toEqual({ change, error: null });
  expect(summariseSetting('position-mode', '', facts({ positionMode: 'hedge' })).change).toEqual({
    ...change,
    positionMode: 'one-way',
  });
  expect(settingError('position-mode', facts({ isAnyOpen: true }))).toBe(
    'Not while a position is open in any contract',
  );
  expect(settingError('position-mode', facts({ positionMode: null }))).toBe('The position mode is unknown');
  expect(changeText('XBTUSDTM', change)).toBe('the position mode of the futures account to hedge');
});

it('a position without a stated limit has no level', () => {
  expect(levelOf({ levels, position: { ...position, riskLimit: null } })).toBeUndefined();
  expect(levelOf({ levels, position: { ...position, riskLimit: '7' } })).toBeUndefined();
});

it('a change of setting has a text', () => {
  expect([
    changeText('S', { kind: 'margin-mode', marginMode: 'cross' }),
    changeText('S', { kind: 'cross-leverage', leverage: '5' }),
    changeText('S', { kind: 'risk-level', level: 3 }),
  ]).toEqual(['the margin mode of S to cross', 'the cross leverage of S to 5×', 'the risk level of S to 3']);
});
