import { type Decimal, toDecimal } from '#shared/decimal.ts';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { isSamePosition, type PositionRef } from '#shared/domain/market/position-key.ts';
import { exactLeverage, positionLeverage } from '#shared/order-entry/position-outlook.ts';
import { t } from '#shared/words/t.ts';
import { formatDecimal } from '../format.ts';
import { marginTypeText } from '../trade-type.ts';

/** Margin mode and cross leverage that the account has chosen for a contract. */
export interface ContractMargin {
  readonly marginMode: MarginMode;
  readonly crossLeverage: Decimal;
}

/** What is known of the contract and of the position that an order is for. */
export interface KnownTerms {
  /** null: a pair, or not known */
  readonly contract: FuturesContract | null;
  /** null: none is open; undefined: not known */
  readonly position: Position | null | undefined;
  /** null: not known */
  readonly margin: ContractMargin | null;
}

/** Margin mode and leverage that the exchange applies to a contract. */
interface PositionTerms {
  readonly marginMode: MarginMode;
  /** null: unknown, or without a position the order sets it */
  readonly leverage: Decimal | null;
  /** what the position has, which orders can name in whole numbers only; null: unknown, or there is no position */
  readonly exactLeverage: Decimal | null;
  /** false: they are settings of the contract */
  readonly isOfPosition: boolean;
}

/** Margin mode and leverage of an order. */
interface OrderTerms {
  readonly marginMode: MarginMode;
  /** as typed; null: unknown, of a cross order only */
  readonly leverage: string | null;
}

/** The open position that an order is for; null: none is open; undefined: positions are not known. */
export function openPosition(positions: readonly Position[] | undefined, of: PositionRef): Position | null | undefined {
  return positions === undefined
    ? undefined
    : (positions.find(each => each.isOpen && isSamePosition(each, of)) ?? null);
}

/** Cross leverage of the contract, else what an open cross position was opened with; null: unknown. */
export function crossLeverageOf({ contract, position, margin }: KnownTerms): Decimal | null {
  if (margin !== null) return margin.crossLeverage;
  return contract !== null && position?.marginMode === 'cross' ? positionLeverage(position, contract) : null;
}

/** Those of the open position, else the settings of the contract. Null: a pair, or neither is known. */
function positionTermsOf(known: KnownTerms): PositionTerms | null {
  const { contract, position, margin } = known;
  if (contract === null || position === undefined) return null;
  const marginMode = position?.marginMode ?? margin?.marginMode;
  if (marginMode === undefined) return null;
  const isolated = position === null ? null : positionLeverage(position, contract);
  const leverage = marginMode === 'cross' ? crossLeverageOf(known) : isolated;
  const exact = marginMode === 'cross' || position === null ? leverage : exactLeverage(position);
  return { marginMode, leverage, exactLeverage: exact, isOfPosition: position !== null };
}

/**
 * Margin mode and leverage of an order: what the user chose, else those of the open position or of the contract, else
 * `usualLeverage`. The leverage of a cross order is that of its contract. Null: position or settings are not known.
 */
export function orderTermsOf(
  known: KnownTerms,
  chosen: { readonly marginMode?: MarginMode | undefined; readonly leverage?: string | undefined },
  usualLeverage: string,
): OrderTerms | null {
  const terms = positionTermsOf(known);
  if (terms === null) return null;
  const marginMode = chosen.marginMode ?? terms.marginMode;
  if (marginMode === 'cross') return { marginMode, leverage: crossLeverageOf(known) };
  const ofPosition = terms.marginMode === 'isolated' ? terms.leverage : null;
  return { marginMode, leverage: chosen.leverage ?? ofPosition ?? usualLeverage };
}

/** How an order differs from the open position, or from the settings of the contract. */
interface ChangedTerms {
  readonly field: 'marginMode' | 'leverage';
  readonly terms: PositionTerms;
  readonly title: string;
  readonly text: string;
  /** what keeps the terms of the position or contract; null: they are unknown */
  readonly fix: TermsFix | null;
}

interface TermsFix {
  readonly label: string;
  readonly edit: { readonly marginMode: MarginMode } | { readonly leverage: Decimal };
}

/** Why the terms of an order cannot be checked. */
export const unknownTermsText = t`Margin mode and leverage of the position are unknown.`;

/**
 * What an order would change; null: nothing, or it is not known. The exchange rejects an order of another margin mode, and
 * applies another leverage to the whole position.
 */
export function changedTerms(
  { marginMode, leverage, isReducing }: OrderTerms & { readonly isReducing: boolean },
  known: KnownTerms,
): ChangedTerms | null {
  const terms = positionTermsOf(known);
  if (terms === null) return null;
  if (marginMode !== terms.marginMode) return otherMode(marginMode, terms);
  if (!terms.isOfPosition || marginMode === 'cross' || isReducing) return null;
  const typed = toDecimal((leverage ?? '').trim());
  return typed !== null && typed !== terms.leverage ? otherLeverage(typed, terms) : null;
}

function otherMode(chosen: MarginMode, terms: PositionTerms): ChangedTerms {
  const { marginMode, isOfPosition } = terms;
  const [now, wanted] = [marginTypeText(marginMode), marginTypeText(chosen)];
  const words = isOfPosition
    ? {
        title: t`Margin mode differs from the position.`,
        text: t`The position is ${now}; the exchange rejects an order with margin mode ${wanted} (330005).`,
      }
    : {
        title: t`Margin mode differs from the contract.`,
        text: t`The contract is set to ${now}; the exchange rejects an order with margin mode ${wanted} (330005).`,
      };
  return { field: 'marginMode', terms, ...words, fix: { label: t`Use ${now}`, edit: { marginMode } } };
}

function otherLeverage(chosen: Decimal, terms: PositionTerms): ChangedTerms {
  const { leverage, exactLeverage: exact } = terms;
  const words =
    leverage === null || exact === null
      ? {
          title: t`The leverage of the position is unknown.`,
          text: t`The exchange states no initial margin of the position; this order sets its leverage to ${formatDecimal(chosen)}×.`,
        }
      : {
          title: t`Changes the leverage of the position.`,
          text: t`The position has ${formatDecimal(exact)}×; this order sets it to ${formatDecimal(chosen)}×.`,
        };
  // where the exact one is no whole number, an order can only come near to it
  const label = leverage === exact ? t`Keep ${leverage ?? ''}×` : t`Use ${leverage ?? ''}×`;
  const fix = leverage === null ? null : { label, edit: { leverage } };
  return { field: 'leverage', terms, ...words, fix };
}

/** `isolated 10×`, `cross 20×`; null: the leverage is unknown. */
export function termsText(marginMode: MarginMode, leverage: Decimal | null): string {
  if (marginMode === 'isolated') return leverage === null ? t`isolated` : t`isolated ${formatDecimal(leverage)}×`;
  return leverage === null ? t`cross, leverage unknown` : t`cross ${formatDecimal(leverage)}×`;
}
