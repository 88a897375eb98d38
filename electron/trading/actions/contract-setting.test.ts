import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { ContractChange, MarginMode } from '#shared/domain/account/futures-account.ts';
import type { Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { type fail, type Result, succeed } from '#shared/errors.ts';
import {
  account,
  answering,
  inTurn,
  lost,
  position,
  refuses,
  startTestTrading,
  unreachable,
} from '../testing/trading-fixture.ts';

const run = startTestTrading();

const rates = { initialMargin: '0.01', maintainMargin: '0.005', maxLeverage: 50, minRiskLimit: '0' } as const;
const levels: readonly RiskLimitLevel[] = [
  { ...rates, symbol: 'XBTUSDTM', level: 1, maxRiskLimit: '100000' },
  { ...rates, symbol: 'XBTUSDTM', level: 2, maxRiskLimit: '500000' },
];

type Failed = ReturnType<typeof fail>;

interface Shown {
  readonly positions?: readonly Position[];
  /** what the exchange shows afterwards */
  readonly mode?: MarginMode;
  readonly leverage?: Decimal;
  readonly after?: Position;
}

function at(answer: 'taken' | (() => Promise<Failed>), shown: Shown = {}) {
  const positions = inTurn(
    answering(shown.positions ?? []),
    answering(shown.after === undefined ? (shown.positions ?? []) : [shown.after]),
  );
  const sent: unknown[] = [];
  const sending =
    <T>(value: T) =>
    (input: unknown): Promise<Result<T>> => {
      sent.push(input);
      return answer === 'taken' ? Promise.resolve(succeed(value)) : answer();
    };
  const here = account({
    futuresAccount: {
      setMarginMode: sending<MarginMode>('cross'),
      setCrossLeverage: sending(true),
      setRiskLimitLevel: sending(true),
      marginMode: answering(shown.mode ?? ('isolated' as const)),
      crossLeverage: answering(shown.leverage ?? ('10' as const)),
    },
    futures: { positions: positions.call },
    reference: { riskLimits: answering(levels) },
  });
  return { here, sent };
}

const setting = (change: ContractChange) => ({ id: `s-${change.kind}`, symbol: 'XBTUSDTM', change });
const toCross = setting({ kind: 'margin-mode', marginMode: 'cross' });
const leverage = setting({ kind: 'cross-leverage', leverage: '20' });
const second = setting({ kind: 'risk-level', level: 2 });

it.each([
  [toCross, [], { symbol: 'XBTUSDTM', marginMode: 'cross' }, 'Set the margin mode of XBTUSDTM to cross'],
  [leverage, [], { symbol: 'XBTUSDTM', leverage: '20' }, 'Set the cross leverage of XBTUSDTM to 20'],
  [second, [position], { symbol: 'XBTUSDTM', level: 2 }, 'Set the risk level of XBTUSDTM to 2'],
])('contract setting $change.kind is sent once', async (wish, positions, wire, summary) => {
  const { here, sent } = at('taken', { positions });
  expect(await run.trading.changeContract(here, wish)).toEqual(succeed(wish.change));
  expect(await run.trading.changeContract(here, wish)).toEqual(succeed(wish.change));
  expect(sent).toEqual([wire]);
  expect(run.last()).toMatchObject({ state: 'acknowledged', summary });
});

it.each([
  ['the mode while a position is open', toCross, [position], 'symbol'],
  ['a leverage above the most', setting({ kind: 'cross-leverage', leverage: '126' }), [], 'leverage'],
  ['a leverage below one', setting({ kind: 'cross-leverage', leverage: '0.5' }), [], 'leverage'],
  ['a level that the contract does not have', setting({ kind: 'risk-level', level: 3 }), [position], 'level'],
  ['a level without a position', second, [], 'symbol'],
  ['a level of a cross position', second, [{ ...position, marginMode: 'cross' as const }], 'symbol'],
] as const)('contract setting sends nothing: %s', async (_name, wish, positions, field) => {
  const { here, sent } = at('taken', { positions });
  expect(await run.trading.changeContract(here, wish)).toMatchObject({ error: { kind: 'invalid-request', field } });
  expect(sent).toEqual([]);
});

it('contract setting reports what cannot be read or is rejected', async () => {
  const away = account({ futures: { positions: unreachable }, reference: { contract: unreachable } });
  expect(await run.trading.changeContract(away, toCross)).toMatchObject({ error: { kind: 'unreachable' } });
  expect(await run.trading.changeContract(away, leverage)).toMatchObject({ error: { kind: 'unreachable' } });
  const levelless = account({
    futures: { positions: answering([position]) },
    reference: { riskLimits: unreachable },
  });
  expect(await run.trading.changeContract(levelless, second)).toMatchObject({ error: { kind: 'unreachable' } });
  const { here } = at(refuses('exchange-rejected', 'There are orders.', { code: '50002' }));
  expect(await run.trading.changeContract(here, toCross)).toMatchObject({ error: { code: '50002' } });
});

const grown: Position = { ...position, riskLimit: '500000' };

it.each([
  [toCross, { mode: 'cross' }, 'found-done'],
  [toCross, { mode: 'isolated' }, 'found-absent'],
  [leverage, { leverage: '20.0' }, 'found-done'],
  [leverage, { leverage: '10' }, 'found-absent'],
  [second, { positions: [position], after: grown }, 'found-done'],
  [second, { positions: [position] }, 'found-absent'],
] as const)(
  'contract setting $change.kind with a lost answer follows the state of the exchange: %o',
  async (wish, shown: Shown, state) => {
    const { here, sent } = at(lost, shown);
    expect(await run.trading.changeContract(here, wish)).toMatchObject({ error: { isOutcomeUnknown: true } });
    await run.time.pass(20_000);
    expect(run.last()?.state).toBe(state);
    expect(sent).toHaveLength(1);
  },
);

it('contract setting is resumed by the next run of the program', async () => {
  await run.trading.changeContract(at(lost, { positions: [position] }).here, second);
  run.restart();
  run.trading.resume(at(lost, { positions: [grown] }).here);
  await run.time.pass(600);
  expect(run.last()).toMatchObject({ kind: 'set-risk-limit', state: 'found-done' });
});

it('contract setting stays open while the exchange does not answer', async () => {
  const futuresAccount = { setMarginMode: lost, marginMode: unreachable };
  const here = account({ futuresAccount, futures: { positions: answering([]) } });
  await run.trading.changeContract(here, toCross);
  await run.time.pass(20_000);
  expect(run.last()?.state).toBe('unknown');
});
