import { compare, type Decimal, fromNumber, isPositive, isZero } from '#shared/decimal.ts';
import { type ContractRecord, leastMarginXbt, type Position } from '#shared/domain/market/futures.ts';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { type Breach, breach, firstBreach } from './breach.ts';
import { checkTerms } from './contract-terms.ts';
import { checkClientOid, checkRange, checkStep } from './spot.ts';
import { t } from '#shared/words/t.ts';

/** A state that is not stated is left to the exchange: `checkTerms` has refused what is not reduce-only. */
function checkStatus({ symbol, status }: ContractRecord): Breach | null {
  return status === 'Open' || status === null ? null : breach('symbol', t`${symbol} takes no orders now (${status}).`);
}

/** A closing order takes the whole position, so it has no size and no leverage. */
function checkSize(order: FuturesOrderRequest, contract: ContractRecord): Breach | null {
  const amounts = [order.size, order.quantity, order.value].filter(amount => amount !== undefined);
  if (order.isCloseOrder === true) {
    return amounts.length === 0 ? null : breach('size', t`An order that closes the position has no size.`);
  }
  const [amount, second] = amounts;
  if (amount === undefined) return breach('size', t`The order needs a size in lots, a quantity or a value.`);
  if (second !== undefined) return breach('size', t`Say the size in lots, as a quantity or as a value: one of them.`);
  if (!isPositive(amount)) return breach('size', t`The size must be above zero.`);
  return firstBreach([() => checkLots(order, contract), () => checkLeverage(order, contract)]);
}

/** A quantity or a value is made into lots by the exchange, which decides on them. */
function checkLots({ size }: FuturesOrderRequest, contract: ContractRecord): Breach | null {
  if (size === undefined) return null;
  return firstBreach([
    () => checkStep('size', size, contract.lotSize),
    () => checkRange('size', size, [contract.lotSize, contract.maxOrderQty ?? undefined]),
  ]);
}

function checkLeverage(
  { leverage, isReduceOnly, marginMode }: FuturesOrderRequest,
  contract: ContractRecord,
): Breach | null {
  if (leverage === undefined) {
    // a cross position has the leverage that is set for its contract
    return isReduceOnly === true || marginMode === 'cross'
      ? null
      : breach('leverage', t`An order that can open a position needs a leverage.`);
  }
  const { maxLeverage } = contract;
  return checkRange('leverage', leverage, ['1', maxLeverage === null ? undefined : fromNumber(maxLeverage)]);
}

function checkPrice(order: FuturesOrderRequest, contract: ContractRecord): Breach | null {
  if (order.type === 'market') {
    return order.price === undefined ? null : breach('price', t`A market order has no price.`);
  }
  if (order.price === undefined) return breach('price', t`A limit order needs a price.`);
  return firstBreach([
    () => checkStep('price', order.price, contract.tickSize),
    () => checkRange('price', order.price, [contract.tickSize, contract.maxPrice ?? undefined]),
  ]);
}

/** The step of a trigger price. Null: the exchange does not state it, and checks it itself. */
export function triggerStep(
  stopPriceType: 'TP' | 'MP' | 'IP' | undefined,
  { tickSize, indexPriceTickSize }: Pick<ContractRecord, 'tickSize' | 'indexPriceTickSize'>,
): Decimal | null {
  return stopPriceType === 'TP' ? tickSize : indexPriceTickSize;
}

function checkTrigger(
  { stop, stopPrice, stopPriceType }: FuturesOrderRequest,
  contract: ContractRecord,
): Breach | null {
  if (stop === undefined) {
    const isPlain = stopPrice === undefined && stopPriceType === undefined;
    return isPlain ? null : breach('stop', t`A trigger price needs its direction (up or down).`);
  }
  if (stopPrice === undefined) return breach('stopPrice', t`A stop order needs a trigger price.`);
  if (stopPriceType === undefined) return breach('stopPriceType', t`Say which price triggers: last, mark or index.`);
  // mark and index move in finer steps than orders do
  return checkStep('stopPrice', stopPrice, triggerStep(stopPriceType, contract));
}

function checkFlags(order: FuturesOrderRequest, contract: ContractRecord): Breach | null {
  if (order.isPostOnly === true && (order.type === 'market' || order.timeInForce === 'IOC')) {
    return breach('isPostOnly', t`Post-only cannot be combined with a market or IOC order.`);
  }
  if (order.isIceberg !== true) {
    return order.visibleSize === undefined
      ? null
      : breach('visibleSize', t`Only an iceberg order has a display quantity.`);
  }
  if (order.visibleSize === undefined) return breach('visibleSize', t`An iceberg order needs a display quantity.`);
  return firstBreach([
    () => checkStep('visibleSize', order.visibleSize, contract.lotSize),
    () => checkRange('visibleSize', order.visibleSize, [contract.lotSize, order.size ?? '0']),
  ]);
}

/**
 * docs/exchange/endpoints.md §8.3 and the contract's tick, lot and limits (docs/exchange/records.md §8.1). A reduce-only
 * order passes without the terms that the exchange does not state; it checks them itself.
 */
export function checkFuturesOrder(order: FuturesOrderRequest, contract: ContractRecord): Breach | null {
  const isReducing = order.isReduceOnly === true || order.isCloseOrder === true;
  return firstBreach([
    () => checkClientOid(order.clientOid),
    () => (isReducing ? null : checkTerms(contract)),
    () => checkStatus(contract),
    () => checkSize(order, contract),
    () => checkPrice(order, contract),
    () => checkTrigger(order, contract),
    () => checkFlags(order, contract),
    () => ((order.remark ?? '').length <= 100 ? null : breach('remark', t`At most 100 characters.`)),
  ]);
}

export type MarginCheck =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly breach: Breach };

/** Margin is added to an open isolated position only (docs/exchange/states.md §5). */
export function checkMargin(amount: Decimal, position: Position | undefined): MarginCheck {
  if (position === undefined || !position.isOpen || isZero(position.quantity)) {
    return refuse('symbol', t`There is no open position to add margin to.`);
  }
  if (position.marginMode !== 'isolated') return refuse('symbol', t`Margin can be added to an isolated position only.`);
  if (!isPositive(amount)) return refuse('amount', t`The amount must be above zero.`);
  if (position.settleCurrency === 'XBT' && compare(amount, leastMarginXbt) < 0) {
    return refuse('amount', t`At least ${leastMarginXbt} XBT can be added.`);
  }
  return { ok: true, position };
}

function refuse(field: string, message: string): MarginCheck {
  return { ok: false, breach: breach(field, message) };
}
