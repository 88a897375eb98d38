import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import type { ContractRecord } from '#shared/domain/market/futures.ts';
import { type Breach, breach } from './breach.ts';
import { checkFuturesOrder } from './futures.ts';
import { t } from '#shared/words/t.ts';

/** docs/exchange/endpoints.md §8.5. */
const futuresBatchLimit = 20;

/** Orders of one contract, so that one question to the policy covers them all, and each one good by itself. */
export function checkFuturesBatch(orders: readonly FuturesOrderRequest[], contract: ContractRecord): Breach | null {
  if (orders.length > futuresBatchLimit)
    return breach('orders', t`At most ${futuresBatchLimit} orders in one batch of contracts.`);
  if (orders.some(({ symbol }) => symbol !== contract.symbol)) return breach('orders', t`A batch is of one contract.`);
  if (new Set(orders.map(({ clientOid }) => clientOid)).size < orders.length)
    return breach('orders', t`Each order of a batch needs its own client id.`);
  for (const [index, order] of orders.entries()) {
    const found = order.isCloseOrder === true ? noClosing : checkFuturesOrder(order, contract);
    if (found !== null) return breach(`orders.${index}.${found.field}`, t`Order ${index + 1}: ${found.message}`);
  }
  return null;
}

/** The closed size is read when the order is sent alone. Among other orders of a batch it cannot be determined. */
const noClosing = breach('isCloseOrder', t`A close order cannot be part of a batch.`);
