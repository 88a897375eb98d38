import { compare, type Decimal } from '../decimal.ts';
import type { ProtectedOrderRequest } from '../domain/account/order.ts';
import type { SpotPairRequest } from '../domain/account/stop-order.ts';
import type { ContractRecord } from '../domain/market/futures.ts';
import type { SpotSymbol } from '../domain/market/instrument.ts';
import { type Breach, breach, firstBreach } from './breach.ts';
import { checkFuturesOrder, triggerStep } from './futures.ts';
import { checkSpotOrder, checkStep } from './spot.ts';
import { t } from '#shared/words/t.ts';

/** docs/exchange/endpoints.md §4.1: a sell gains above its stop, a buy below; both orders keep the rules of one. */
export function checkPair(order: SpotPairRequest, symbol: SpotSymbol): Breach | null {
  const { clientOid, side, size, price, stopPrice, limitPrice } = order;
  const plain = { clientOid, symbol: order.symbol, side, size, type: 'limit' } as const;
  const isSell = side === 'sell';
  const words = isSell ? t`A sell takes profit above its stop.` : t`A buy takes profit below its stop.`;
  return firstBreach([
    () => checkSpotOrder({ ...plain, price }, symbol),
    () => checkStep('stopPrice', stopPrice, symbol.priceIncrement),
    () => renamed(checkSpotOrder({ ...plain, price: limitPrice }, symbol)),
    () => (compare(price, stopPrice) === (isSell ? 1 : -1) ? null : breach('stopPrice', words)),
    () => ((order.remark ?? '').length <= 100 ? null : breach('remark', t`At most 100 characters.`)),
  ]);
}

/** The price of the order that the stop places has a name of its own. */
function renamed(found: Breach | null): Breach | null {
  return found?.field === 'price' ? breach('limitPrice', found.message) : found;
}

/** docs/exchange/endpoints.md §8.6: at least one exit, each on the side of the entry where it belongs. */
export function checkProtectedOrder(order: ProtectedOrderRequest, contract: ContractRecord): Breach | null {
  const { triggerUpPrice, triggerDownPrice, stopPriceType, ...plain } = order;
  const step = triggerStep(stopPriceType, contract);
  return firstBreach([
    () => checkFuturesOrder(plain, contract),
    () => checkReduction(order),
    () => checkStep('triggerUpPrice', triggerUpPrice, step),
    () => checkStep('triggerDownPrice', triggerDownPrice, step),
    () => checkSides(order.price, order),
  ]);
}

function checkReduction({ isReduceOnly, isCloseOrder }: ProtectedOrderRequest): Breach | null {
  const isReducing = isReduceOnly === true || isCloseOrder === true;
  return isReducing ? breach('isReduceOnly', t`A reduce-only order opens no position to protect.`) : null;
}

function checkSides(
  entry: Decimal | undefined,
  { triggerUpPrice: up, triggerDownPrice: down, stopPriceType }: ProtectedOrderRequest,
): Breach | null {
  if (up === undefined && down === undefined) return breach('triggerUpPrice', t`Say at least one exit.`);
  if (stopPriceType === undefined) return breach('stopPriceType', t`Say which price triggers: last, mark or index.`);
  if (up !== undefined && down !== undefined && compare(up, down) <= 0)
    return breach('triggerUpPrice', t`The upper exit must be above the lower one.`);
  if (entry === undefined) return null;
  if (up !== undefined && compare(up, entry) <= 0)
    return breach('triggerUpPrice', t`The upper exit must be above the entry at ${entry}.`);
  return down !== undefined && compare(down, entry) >= 0
    ? breach('triggerDownPrice', t`The lower exit must be below the entry at ${entry}.`)
    : null;
}
