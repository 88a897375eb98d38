import { type Decimal, isPositive } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import {
  placeFutures,
  placeMargin,
  placeSpot,
  placeSpotStop,
  type PolicyAction,
} from '#shared/policy/policy-action.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import { t } from '#shared/words/t.ts';

/** What is to be changed, as its list shows it. */
export type Changed = { readonly order: Order } | { readonly stop: StopOrder };

/** What it becomes; the whole size, with what has been filled. */
export interface WantedChange {
  /** null: it is sent as a market order */
  readonly price: Decimal | null;
  readonly size: Decimal;
  /** of a stop; null: it is an order that rests */
  readonly stopPrice: Decimal | null;
}

/** The rules of the market; of a pair the one, of a contract the other. */
export interface ChangeRules {
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
}

/** The check of the replacement before it is sent: main uses the same code. */
export interface ChangeJudgement {
  /** why the market's rules refuse it, as a sentence; null: they do not, or they are not known */
  readonly breach: string | null;
  /** what it is for the policy; null: not enough is known here, and main says it then */
  readonly action: PolicyAction | null;
}

const nothingKnown: ChangeJudgement = { breach: null, action: null };

/** The mark is made when it is sent; here any does. */
const clientOid = 'x';

/** An own order or stop with another price, size or trigger, wherever on the screen that was asked for. */
export function judgeChange(of: Changed, change: WantedChange, { pair, contract }: ChangeRules): ChangeJudgement {
  if (change.price !== null && !isPositive(change.price))
    return { breach: t`The stop price must be above zero.`, action: null };
  if (contract !== null) return onContract(of, change, contract);
  return pair === null ? nothingKnown : onPair(of, change, pair);
}

function plainOf({ symbol, side }: Order | StopOrder, { price, size }: WantedChange) {
  const plain = { clientOid, symbol, side, size };
  return price === null ? ({ ...plain, type: 'market' } as const) : ({ ...plain, type: 'limit', price } as const);
}

function onPair(of: Changed, change: WantedChange, pair: SpotSymbol): ChangeJudgement {
  if ('order' in of) {
    const plain = plainOf(of.order, change);
    const { tradeType } = of.order;
    const isOnMargin = tradeType === 'cross' || tradeType === 'isolated';
    const action = isOnMargin ? placeMargin({ ...plain, tradeType }, pair) : placeSpot([plain], pair);
    return { breach: checkSpotOrder(plain, pair)?.message ?? null, action };
  }
  const { stop } = of.stop;
  const { stopPrice } = change;
  if (stopPrice === null || (stop !== 'entry' && stop !== 'loss')) return nothingKnown;
  const order = { ...plainOf(of.stop, change), stop, stopPrice };
  return { breach: checkStop(order, pair)?.message ?? null, action: placeSpotStop(order, pair) };
}

function onContract(of: Changed, change: WantedChange, contract: FuturesContract): ChangeJudgement {
  const was = 'order' in of ? of.order : of.stop;
  const fires = 'order' in of ? {} : triggerOf(of.stop, change);
  if (fires === null) return nothingKnown;
  const order = { ...plainOf(was, change), ...fires };
  return {
    // leverage and margin mode stay what they are, so only what is typed is looked at
    breach: checkFuturesOrder({ ...order, isReduceOnly: true }, contract)?.message ?? null,
    action: placeFutures({ ...order, isReduceOnly: was.isReduceOnly }, contract, null),
  };
}

/** Null: it is not known what fires it. */
function triggerOf({ stop, stopPriceType }: StopOrder, { stopPrice }: WantedChange) {
  if (stopPrice === null || stopPriceType === null || (stop !== 'up' && stop !== 'down')) return null;
  return { stop, stopPrice, stopPriceType };
}
