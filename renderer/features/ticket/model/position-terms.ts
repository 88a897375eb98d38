import { type Decimal, isNegative, toDecimal } from '#shared/decimal.ts';
import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import { positionLeverage } from '#shared/order-entry/position-outlook.ts';
import type { DraftEdit, TicketDraft } from './ticket-draft.ts';
import type { TicketFacts } from './ticket-facts.ts';

/** Side, margin mode and leverage of an open position. */
export interface PositionTerms {
  readonly marginMode: MarginMode;
  readonly leverage: Decimal;
  readonly isShort: boolean;
}

/** Null: no position is open in the contract, or the positions are unknown. */
export function positionTermsOf({
  contract,
  position,
}: Pick<TicketFacts, 'contract' | 'position'>): PositionTerms | null {
  if (contract === null || position === null || position === undefined) return null;
  return {
    marginMode: position.marginMode,
    leverage: positionLeverage(position, contract),
    isShort: isNegative(position.quantity),
  };
}

/**
 * The draft with margin mode and leverage of the open position, which the exchange requires or changes. What the user
 * chose in this ticket stays.
 */
export function withPositionTerms(draft: TicketDraft, facts: TicketFacts, chosen: DraftEdit): TicketDraft {
  const terms = positionTermsOf(facts);
  if (terms === null) return draft;
  return {
    ...draft,
    marginMode: chosen.marginMode ?? terms.marginMode,
    leverage: chosen.leverage ?? terms.leverage,
  };
}

/** What an order would change of the open position; null: nothing. */
export function changedTerms(
  { marginMode, leverage, isReduceOnly, isClose }: TicketDraft,
  facts: Pick<TicketFacts, 'contract' | 'position'>,
): { readonly field: 'marginMode' | 'leverage'; readonly terms: PositionTerms } | null {
  const terms = positionTermsOf(facts);
  if (terms === null) return null;
  if (marginMode !== terms.marginMode) return { field: 'marginMode', terms };
  const isLeverageSent = marginMode === 'isolated' && !isReduceOnly && !isClose;
  const typed = toDecimal(leverage.trim());
  return isLeverageSent && typed !== null && typed !== terms.leverage ? { field: 'leverage', terms } : null;
}
