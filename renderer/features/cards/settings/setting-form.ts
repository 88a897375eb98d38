import { compare, type Decimal, fromNumber, isDecimal } from '#shared/decimal.ts';
import type { ContractChange, MarginMode, PositionMode } from '#shared/domain/account/futures-account.ts';
import type { ContractRecord, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import { t } from '#shared/words/t.ts';

/** What an account has chosen for a contract, as far as it is known. */
export interface ContractSettings {
  readonly marginMode: MarginMode;
  readonly crossLeverage: Decimal;
}

export type SettingKind = ContractChange['kind'];

export interface SettingFacts {
  readonly contract: ContractRecord;
  readonly settings: ContractSettings;
  readonly levels: readonly RiskLimitLevel[];
  /** of the whole futures account; null: not known */
  readonly positionMode: PositionMode | null;
  /** whether a position is open in any contract */
  readonly isAnyOpen: boolean;
  /** the open position in the contract */
  readonly position: Position | undefined;
}

export interface SettingSummary {
  /** what would be sent; null while it may not be */
  readonly change: ContractChange | null;
  /** why it may not be sent; null when all is well or nothing was typed yet */
  readonly error: string | null;
}

const nothing = { change: null, error: null } as const;
const refuse = (error: string): SettingSummary => ({ change: null, error });

export function otherMode(marginMode: MarginMode): MarginMode {
  return marginMode === 'cross' ? 'isolated' : 'cross';
}

export function otherPositionMode(positionMode: PositionMode): PositionMode {
  return positionMode === 'hedge' ? 'one-way' : 'hedge';
}

/** The level of the position: by its limit, because only that is stated. */
export function levelOf({ levels, position }: Pick<SettingFacts, 'levels' | 'position'>): RiskLimitLevel | undefined {
  const limit = position?.riskLimit ?? null;
  return limit === null ? undefined : levels.find(({ maxRiskLimit }) => compare(maxRiskLimit, limit) === 0);
}

/** Why this cannot be changed at all now, or null. docs/exchange/endpoints.md §9.4 and §9.5. */
export function settingError(
  kind: SettingKind,
  { position, positionMode, isAnyOpen }: Pick<SettingFacts, 'position' | 'positionMode' | 'isAnyOpen'>,
): string | null {
  if (kind === 'position-mode') {
    if (positionMode === null) return t`The position mode is unknown`;
    return isAnyOpen ? t`Not while a position is open in any contract` : null;
  }
  if (kind === 'margin-mode') return position === undefined ? null : t`Not while a position is open in it`;
  if (kind === 'cross-leverage') return null;
  if (position === undefined) return t`The exchange reports the level only for an open position`;
  return position.marginMode === 'isolated' ? null : t`The levels hold for isolated positions; this one is cross`;
}

function leverageRange(symbol: string, most: number): string {
  return t`The leverage of ${symbol} is 1 to ${most}.`;
}

function summariseLeverage(typed: string, { contract, settings }: SettingFacts): SettingSummary {
  const text = typed.trim();
  if (text === '') return nothing;
  const { symbol, maxLeverage: most } = contract;
  if (!isDecimal(text) || compare(text, '1') < 0)
    return refuse(most === null ? t`The leverage of ${symbol} is at least 1.` : leverageRange(symbol, most));
  if (most !== null && compare(text, fromNumber(most)) > 0) return refuse(leverageRange(symbol, most));
  if (compare(text, settings.crossLeverage) === 0) return refuse(t`This is the current leverage.`);
  return { change: { kind: 'cross-leverage', leverage: text }, error: null };
}

function summariseLevel(typed: string, facts: SettingFacts): SettingSummary {
  const wanted = facts.levels.find(({ level }) => String(level) === typed);
  if (wanted === undefined) return nothing;
  if (wanted.level === levelOf(facts)?.level) return refuse(t`This is the current level.`);
  return { change: { kind: 'risk-level', level: wanted.level }, error: null };
}

/** From what was typed or chosen to what would be sent. */
export function summariseSetting(kind: SettingKind, typed: string, facts: SettingFacts): SettingSummary {
  const blocked = settingError(kind, facts);
  if (blocked !== null) return refuse(`${blocked}.`);
  if (kind === 'cross-leverage') return summariseLeverage(typed, facts);
  if (kind === 'risk-level') return summariseLevel(typed, facts);
  if (kind === 'position-mode') {
    const { positionMode } = facts;
    return positionMode === null
      ? nothing
      : { change: { kind, positionMode: otherPositionMode(positionMode) }, error: null };
  }
  return { change: { kind: 'margin-mode', marginMode: otherMode(facts.settings.marginMode) }, error: null };
}

/** Whether the exchange states another value than the one set. A level is stated for an isolated position only. */
export function differsFromChange(change: ContractChange, reported: SettingFacts): boolean {
  if (change.kind === 'margin-mode') return reported.settings.marginMode !== change.marginMode;
  if (change.kind === 'cross-leverage') return compare(reported.settings.crossLeverage, change.leverage) !== 0;
  if (change.kind === 'position-mode') return reported.positionMode !== change.positionMode;
  const level = levelOf(reported);
  return level !== undefined && level.level !== change.level;
}

/** A change as a phrase: `the margin mode of XBTUSDTM to cross`. */
export function changeText(symbol: string, change: ContractChange): string {
  if (change.kind === 'margin-mode')
    return t`the margin mode of ${symbol} to ${change.marginMode === 'cross' ? t`cross` : t`isolated`}`;
  if (change.kind === 'cross-leverage') return t`the cross leverage of ${symbol} to ${change.leverage}×`;
  if (change.kind === 'position-mode')
    return t`the position mode of the futures account to ${change.positionMode === 'hedge' ? t`hedge` : t`one-way`}`;
  return t`the risk level of ${symbol} to ${change.level}`;
}
