import { type Decimal, toDecimal } from '#shared/decimal.ts';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import { positionLeverage } from '#shared/order-entry/position-outlook.ts';
import { unknownText } from '#lib/format.ts';
import type { DraftEdit, TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';

/** Margin mode and leverage that the exchange applies to a contract. */
export interface PositionTerms {
  readonly marginMode: MarginMode;
  /** null: unknown, or without a position the order sets it */
  readonly leverage: Decimal | null;
  /** false: they are settings of the contract */
  readonly isOfPosition: boolean;
}

type KnownTerms = Pick<TicketFacts, 'contract' | 'position' | 'margin'>;

/** Cross leverage of the contract, else what an open cross position was opened with; null: unknown. */
export function crossLeverageOf({ contract, position, margin }: KnownTerms): Decimal | null {
  if (margin !== null) return margin.crossLeverage;
  return contract !== null && position?.marginMode === 'cross' ? positionLeverage(position, contract) : null;
}

/** Those of the open position, else the settings of the contract. Null: a pair, or neither is known. */
function positionTermsOf(facts: KnownTerms): PositionTerms | null {
  const { contract, position, margin } = facts;
  if (contract === null || position === undefined) return null;
  const marginMode = position?.marginMode ?? margin?.marginMode;
  if (marginMode === undefined) return null;
  const isolated = position === null ? null : positionLeverage(position, contract);
  const leverage = marginMode === 'cross' ? crossLeverageOf(facts) : isolated;
  return { marginMode, leverage, isOfPosition: position !== null };
}

/**
 * The draft with margin mode and leverage of the open position or of the contract, which the exchange requires or changes.
 * What the user chose in this ticket stays; the leverage of a cross order is no choice of the ticket.
 */
export function withPositionTerms(draft: TicketDraft, facts: TicketFacts, chosen: DraftEdit): TicketDraft {
  const terms = positionTermsOf(facts);
  if (terms === null) return draft;
  const marginMode = chosen.marginMode ?? terms.marginMode;
  if (marginMode === 'cross') return { ...draft, marginMode, leverage: crossLeverageOf(facts) ?? unknownText };
  const known = terms.marginMode === 'isolated' ? terms.leverage : null;
  return { ...draft, marginMode, leverage: chosen.leverage ?? known ?? draft.leverage };
}

/** What an order would change of the open position, or of the settings of the contract; null: nothing. */
export function changedTerms(
  { marginMode, leverage, isReduceOnly, isClose }: TicketDraft,
  facts: KnownTerms,
): { readonly field: 'marginMode' | 'leverage'; readonly terms: PositionTerms } | null {
  const terms = positionTermsOf(facts);
  if (terms === null) return null;
  if (marginMode !== terms.marginMode) return { field: 'marginMode', terms };
  if (!terms.isOfPosition || marginMode === 'cross' || isReduceOnly || isClose) return null;
  const typed = toDecimal(leverage.trim());
  return typed !== null && typed !== terms.leverage ? { field: 'leverage', terms } : null;
}
