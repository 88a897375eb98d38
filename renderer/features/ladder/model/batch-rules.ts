import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { placeFuturesBatch, placeSpot, type Placing } from '#shared/policy/policy-action.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import { checkSpotOrder } from '#shared/rules/spot.ts';
import type { LadderDraft } from './ladder-draft.ts';
import type { LadderMarket } from './ladder-facts.ts';
import { contractForm, futuresOrderOf, marginOrderOf, type OrderForm, pairForm, spotOrderOf } from './ladder-orders.ts';

/** What the rungs of a ladder are measured by, in the market that it is of. */
export interface BatchRules {
  readonly form: OrderForm;
  /** why the exchange would not take it, by the very rules of main; null: it would */
  readonly breachOf: (rung: Rung) => string | null;
  /** all of them as one action of the policy */
  readonly placing: (rungs: readonly Rung[]) => Placing;
}

/** The mark is made when it is sent; here any does. */
const anyMark = 'x';

export function rulesOf(draft: LadderDraft, market: LadderMarket): BatchRules {
  return market.venue === 'futures' ? contractRules(draft, market) : pairRules(draft, market);
}

function contractRules(draft: LadderDraft, market: Extract<LadderMarket, { venue: 'futures' }>): BatchRules {
  const { contract, positionMode } = market;
  const form = contractForm(draft, market);
  const orderOf = (rung: Rung) => futuresOrderOf(form, rung, anyMark);
  return {
    form,
    breachOf: rung =>
      (checkFuturesOrder(orderOf(rung), contract) ?? checkPositionSide(form.order, positionMode))?.message ?? null,
    placing: rungs => placeFuturesBatch(rungs.map(orderOf), contract),
  };
}

function pairRules(draft: LadderDraft, { pair }: Extract<LadderMarket, { venue: 'spot' }>): BatchRules {
  const form = pairForm(draft, pair);
  // how long is left is known when it goes; what was read as an end is one that the exchange takes
  const own = { clientOid: anyMark, cancelAfterS: form.order.timeInForce === 'GTT' ? 1 : undefined };
  const orderOf = (rung: Rung) =>
    form.kind === 'margin' ? marginOrderOf(form, rung, own) : spotOrderOf(form, rung, own);
  const isBorrowing = form.kind === 'margin' && form.order.isAutoBorrow === true;
  return {
    form,
    breachOf: rung => checkSpotOrder(orderOf(rung), pair)?.message ?? null,
    placing: rungs => ({ ...placeSpot(rungs.map(orderOf), pair), isBorrowing }),
  };
}
