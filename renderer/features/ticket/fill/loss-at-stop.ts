import { add, type Decimal, multiply } from '#shared/decimal.ts';
import { type LossResult, noPriceYet, resultAtStop } from '#shared/order-entry/size.ts';
import { type ExpectedFill, expectedFill, type KnownOrder, levelsOf } from './expected-fill.ts';
import { t } from '#shared/words/t.ts';

/** What is lost when an order fills as expected and its stop at the stop price, in the settlement currency. */
export interface LossAtStop {
  /** by the way of the price */
  readonly priceLoss: Decimal;
  /** of entry and exit; null: the rates are not known */
  readonly fees: Decimal | null;
}

/** Null: the order has no stop, or one on the wrong side, or its expected fill is not known. */
export function lossAtStop(
  { draft, kind, facts }: KnownOrder,
  { walk, cost, prices }: Pick<ExpectedFill, 'walk' | 'cost' | 'prices'>,
  counted: Decimal | null,
): LossAtStop | null {
  if (prices.stopLoss === null || counted === null || cost === null || kind === 'pair') return null;
  const trade = { side: draft.side, size: counted, worth: cost.worth, stop: prices.stopLoss };
  const result = resultAtStop(trade, facts.terms);
  if (result === null) return null;
  // a stop that opens is counted at the dearer rate: whether it takes is not known
  const entryFee = walk === null ? cost.largestFee : cost.fee;
  if (facts.rates === null || entryFee === null) return { priceLoss: result.priceLoss, fees: null };
  return {
    priceLoss: result.priceLoss,
    fees: add(entryFee, multiply(result.exitWorth, facts.rates.takerFeeRate)),
  };
}

function refuse(reason: string, isBeyondBook = false): LossResult {
  return { ok: false, reason, isBeyondBook };
}

/** What a size loses at the stop if all of it fills, price and fees together, or why that cannot be computed. */
export function lossResult(known: KnownOrder, counted: Decimal): LossResult {
  const expected = expectedFill(known, { counted, funds: null });
  const fill = { ...expected, cost: expected.wholeCost };
  if (fill.isBeyondBook) return refuse(t`The loaded order book holds less than this.`, true);
  if (fill.cost === null || (known.kind === 'market' && levelsOf(known) === null)) return refuse(noPriceYet);
  if (fill.prices.stopLoss === null) return refuse(t`The stop price (SL) is unknown.`);
  const loss = lossAtStop(known, fill, counted);
  if (loss === null)
    return refuse(
      known.draft.side === 'buy' ? t`The stop must be below the entry.` : t`The stop must be above the entry.`,
    );
  return loss.fees === null
    ? refuse(t`Risk includes fees, and the fee rates are unknown.`)
    : { ok: true, loss: add(loss.priceLoss, loss.fees) };
}
