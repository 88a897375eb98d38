import {
  absolute,
  add,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  minimum,
  multiply,
  subtract,
} from '#shared/decimal.ts';
import { type CrossOutlook, previewCross } from '#shared/order-entry/cross-wallet.ts';
import { working, worthOf } from '#shared/order-entry/market-terms.ts';
import { type DebtOutlook, previewDebt } from '#shared/order-entry/debt-outlook.ts';
import type { OrderCost } from '#shared/order-entry/order-cost.ts';
import { type PositionOutlook, previewPosition } from '#shared/order-entry/position-outlook.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';

/** An order as it would execute. Null: unknown yet. */
export interface Entered {
  readonly draft: TicketDraft;
  readonly facts: TicketFacts;
  readonly leverage: Decimal | null;
  readonly entry: Decimal | null;
  readonly counted: Decimal | null;
  readonly cost: OrderCost | null;
}

/** The effect of an order on its collateral. */
export interface Outlooks {
  /** to an isolated position; null: none, or unknown */
  readonly outlook: PositionOutlook | null;
  /** to a cross position, about */
  readonly cross: CrossOutlook | null;
  /** to the debts of a margin account, about */
  readonly debt: DebtOutlook | null;
}

export function outlooksOf(entered: Entered): Outlooks {
  const isCross = isCrossOrder(entered.draft, entered.facts);
  return {
    outlook: isCross ? null : isolatedOf(entered),
    cross: isCross ? crossOf(entered) : null,
    debt: debtOf(entered),
  };
}

/** A cross position stays one, whatever the ticket says. */
export function isCrossOrder({ marginMode }: TicketDraft, { contract, position }: TicketFacts): boolean {
  return contract !== null && (position?.marginMode ?? marginMode) === 'cross';
}

export function isReducing({ isReduceOnly, isClose }: TicketDraft): boolean {
  return isReduceOnly || isClose;
}

function filling({
  entry,
  counted,
}: Pick<Entered, 'entry' | 'counted'>): { readonly price: Decimal; readonly lots: Decimal } | null {
  if (entry === null || counted === null || !isPositive(entry) || !isPositive(counted)) return null;
  return { price: entry, lots: counted };
}

function isolatedOf(entered: Entered): PositionOutlook | null {
  const { draft, facts, leverage } = entered;
  const { contract, position, rates, terms } = facts;
  const fill = filling(entered);
  if (contract === null || contract.maintainMargin === null) return null;
  if (position === undefined || rates === null || fill === null) return null;
  const lever = isReducing(draft) ? '1' : leverage;
  if (lever === null || !isPositive(lever)) return null;
  return previewPosition({
    position,
    order: {
      ...fill,
      side: draft.side,
      leverage: lever,
      takerFeeRate: rates.takerFeeRate,
      isReduceOnly: isReducing(draft),
    },
    terms,
    levels: facts.levels,
    maintenanceRate: contract.maintainMargin,
  });
}

function crossOf(entered: Entered): CrossOutlook | null {
  const { draft, facts } = entered;
  const { contract, positions, rates, terms, markPrice } = facts;
  const fill = filling(entered);
  if (contract === null || contract.maintainMargin === null || positions === undefined) return null;
  if (rates === null || markPrice === null || fill === null) return null;
  return previewCross({
    positions,
    order: {
      ...fill,
      side: draft.side,
      ...sideInMode({ side: draft.side, isReduceOnly: isReducing(draft) }, facts.positionMode),
      takerFeeRate: rates.takerFeeRate,
      isReduceOnly: isReducing(draft),
    },
    terms,
    markPrice,
    maintenanceRate: contract.maintainMargin,
    free: facts.funds.quote,
  });
}

/**
 * Initial margin and taker fee of what a cross order opens, in the settlement currency, at the cross leverage of the contract.
 * Null: it opens nothing, or the leverage, the fee or the price is unknown.
 */
export function crossOrderCost(
  { draft, entry, counted, leverage }: Pick<Entered, 'draft' | 'entry' | 'counted' | 'leverage'>,
  { position, rates, terms }: TicketFacts,
): Decimal | null {
  const fill = filling({ entry, counted });
  if (fill === null || rates === null || leverage === null || !isPositive(leverage)) return null;
  if (position === undefined || isReducing(draft)) return null;
  const held = position?.quantity ?? '0';
  const closing = isNegative(held) === (draft.side === 'buy') ? minimum(fill.lots, absolute(held)) : '0';
  const opening = subtract(fill.lots, closing);
  if (!isPositive(opening)) return null;
  const worth = worthOf(opening, fill.price, terms);
  return add(divide(worth, leverage, working), multiply(worth, rates.takerFeeRate));
}

function debtOf({ draft, facts, counted, cost }: Entered): DebtOutlook | null {
  const { debts, lastPrice, terms } = facts;
  if (debts === null || lastPrice === null || counted === null || cost === null) return null;
  return previewDebt({
    account: debts.account,
    order: {
      side: draft.side,
      size: counted,
      worth: cost.worth,
      fee: cost.fee ?? '0',
      isAutoBorrow: draft.isAutoBorrow,
      isAutoRepay: draft.isAutoRepay,
    },
    terms,
    price: lastPrice,
    liquidationRatio: debts.liquidationRatio,
  });
}
