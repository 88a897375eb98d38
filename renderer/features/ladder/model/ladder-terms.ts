import { unknownText } from '#lib/format.ts';
import {
  changedTerms,
  type KnownTerms,
  openPosition,
  orderTermsOf,
  unknownTermsText,
} from '#lib/positions/order-terms.ts';
import { sideInMode } from '#shared/rules/position-side.ts';
import type { LadderDraft, LadderEdit } from './ladder-draft.ts';
import type { LadderMarket } from './ladder-facts.ts';

/** What is known of the contract and of the position that the rungs are for; null: a pair. */
function knownTerms({ side }: LadderDraft, market: LadderMarket): KnownTerms | null {
  if (market.venue === 'spot') return null;
  const { contract, positions, margin, positionMode } = market;
  const position = openPosition(positions, { symbol: contract.symbol, ...sideInMode({ side }, positionMode) });
  return { contract, position, margin };
}

/** The draft with margin mode and leverage of the open position or of the contract; what the user chose in this sheet stays. */
export function withPositionTerms(draft: LadderDraft, market: LadderMarket, chosen: LadderEdit): LadderDraft {
  const known = knownTerms(draft, market);
  const terms = known === null ? null : orderTermsOf(known, chosen, draft.leverage);
  return terms === null ? draft : { ...draft, ...terms, leverage: terms.leverage ?? unknownText };
}

/** How the rungs differ from the open position or from the contract. */
export interface TermsCheck {
  /** why the rungs are not sent: the exchange would reject each of them; null: they may be sent */
  readonly validationError: string | null;
  /** null: nothing */
  readonly warning: string | null;
  /** what keeps the terms of the position by one press */
  readonly fixes: readonly { readonly label: string; readonly edit: LadderEdit }[];
}

const nothing: TermsCheck = { validationError: null, warning: null, fixes: [] };

/** Another margin mode than that of the position is refused, another leverage brings a warning. */
export function checkTerms(draft: LadderDraft, market: LadderMarket): TermsCheck {
  const known = knownTerms(draft, market);
  if (known === null) return nothing;
  if (orderTermsOf(known, draft, draft.leverage) === null) return { ...nothing, warning: unknownTermsText };
  const changed = changedTerms({ ...draft, isReducing: false }, known);
  if (changed === null) return nothing;
  const { field, terms, text, fix } = changed;
  const isRefused = field === 'marginMode' && terms.isOfPosition;
  return {
    validationError: isRefused ? text : null,
    warning: isRefused ? null : text,
    fixes: fix === null ? [] : [fix],
  };
}
