import { type Decimal, toDecimal } from '#shared/decimal.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { MarginType } from '#shared/domain/account/margin.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import {
  changedTerms,
  type ContractMargin,
  openPosition,
  orderTermsOf,
  unknownTermsText,
} from '#lib/positions/order-terms.ts';
import type { LadderTaking } from './ladder-order.ts';

/** What the user chose for the clicks of a market. */
export interface ChosenTaking {
  readonly account?: 'spot' | MarginType;
  readonly isAutoLoan?: boolean;
  /** as typed; empty: that of the position */
  readonly leverage?: string;
  readonly isReduceOnly?: boolean;
}

/** What is known of the contract that a click trades. */
export interface TakingFacts {
  /** null: a pair, or not known */
  readonly contract: FuturesContract | null;
  /** undefined: not known */
  readonly positions: readonly Position[] | undefined;
  /** null: not known */
  readonly margin: ContractMargin | null;
  /** null: not known */
  readonly positionMode: PositionMode | null;
}

/** Leverage of a new isolated position when none is chosen, as in a new ticket. */
const usualLeverage = '5';

/**
 * How a click on a side trades. A contract has margin mode and leverage of the open position that the click opens or
 * closes, unless the user chose a leverage.
 */
export function takingOf(side: Side, chosen: ChosenTaking, facts: TakingFacts): LadderTaking {
  const { account = 'spot', isAutoLoan = false, isReduceOnly = false } = chosen;
  const typed = (chosen.leverage ?? '').trim();
  const terms = clickTerms({ side, isReduceOnly, leverage: typed === '' ? undefined : typed }, facts);
  return { account, isAutoLoan, isReduceOnly, positionMode: facts.positionMode, ...terms };
}

interface Click {
  readonly side: Side;
  readonly isReduceOnly: boolean;
  readonly leverage: string | undefined;
}

function clickTerms(
  { side, isReduceOnly, leverage }: Click,
  { contract, positions, margin, positionMode }: TakingFacts,
): Pick<LadderTaking, 'marginMode' | 'leverage' | 'concern'> {
  const ofSide = sideInMode({ side, isReduceOnly }, positionMode);
  const position = contract === null ? undefined : openPosition(positions, { symbol: contract.symbol, ...ofSide });
  const known = { contract, position, margin };
  const terms = orderTermsOf(known, { leverage }, usualLeverage);
  if (terms === null) {
    const concern = contract === null || isReduceOnly ? null : unknownTermsText;
    return { marginMode: 'isolated', leverage: readLeverage(leverage ?? usualLeverage), concern };
  }
  const concern = changedTerms({ ...terms, isReducing: isReduceOnly }, known)?.text ?? null;
  return { marginMode: terms.marginMode, leverage: readLeverage(terms.leverage), concern };
}

/** 0, which every contract refuses, for what is no number; null: unknown. */
function readLeverage(typed: string | null): Decimal | null {
  return typed === null ? null : (toDecimal(typed) ?? '0');
}
