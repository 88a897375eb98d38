import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import {
  changedTerms,
  type KnownTerms,
  orderTermsOf,
  termsText,
  unknownTermsText,
} from '#lib/positions/order-terms.ts';
import { t } from '#shared/words/t.ts';
import type { OrderForm } from '../model/ladder-orders.ts';

/** Margin mode and leverage of the rungs that are still to be sent, compared with the position of now. */
export type ResumeTerms =
  | { readonly kind: 'same' }
  /** nothing is sent: it cannot be compared, or the present terms are not known */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `form` has the present terms as an order can name them, `words` says them */
  | {
      readonly kind: 'changed';
      readonly reviewed: string;
      readonly words: string;
      /** the same with the exact leverage of the position */
      readonly now: string;
      readonly isOfPosition: boolean;
      readonly form: OrderForm;
    };

/** Of an order; one on cross margin names no leverage. */
function presentTerms({
  marginMode,
  leverage,
}: NonNullable<ReturnType<typeof changedTerms>>['terms']): Pick<FuturesOrderRequest, 'marginMode' | 'leverage'> {
  return { marginMode, leverage: marginMode === 'isolated' ? (leverage ?? undefined) : undefined };
}

/**
 * How the rungs of a ladder differ from the open position, or without one from the settings of the contract. Rungs with an
 * earlier leverage would set the leverage of the whole position, and rungs with another margin mode would be rejected.
 */
export function resumeTerms(form: OrderForm, known: KnownTerms): ResumeTerms {
  if (form.kind !== 'futures') return { kind: 'same' };
  const { marginMode = 'isolated', leverage = null } = form.order;
  if (orderTermsOf(known, {}, '1') === null) return { kind: 'refused', reason: unknownTermsText };
  const changed = changedTerms({ marginMode, leverage, isReducing: false }, known);
  if (changed === null) return { kind: 'same' };
  const { terms } = changed;
  const reviewed = marginMode === 'cross' && leverage === null ? t`cross` : termsText(marginMode, leverage);
  if (terms.marginMode === 'isolated' && terms.leverage === null) {
    const reason = t`This scaled order was reviewed with ${reviewed}. The leverage that applies now is unknown: enter the other orders as a new scaled order.`;
    return { kind: 'refused', reason };
  }
  return {
    kind: 'changed',
    reviewed,
    words: termsText(terms.marginMode, terms.leverage),
    now: termsText(terms.marginMode, terms.exactLeverage),
    isOfPosition: terms.isOfPosition,
    form: { ...form, order: { ...form.order, ...presentTerms(terms) } },
  };
}
