import type { OrderOfMarket } from '#shared/domain/answers/order-answer.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { collectPages } from '#client/endpoints/pages.ts';
import type { CallOptions, Collected } from '#client/types.ts';

interface OrderReads {
  readonly client: Pick<ExchangeClient, 'spotHf' | 'margin' | 'futures'>;
  readonly options: CallOptions;
}

const pageSize = 1000;
const maxPages = 20;
/** docs/exchange/endpoints.md §5.1: with an order id the newest 200 are returned, without a next page. */
const mostOnMargin = 200;

/** All fills of one order, however long ago: with its id no window of time counts. docs/exchange/endpoints.md §3.6, §5.1, §8.2. */
export async function readFillsOfOrder(
  { client, options }: OrderReads,
  { venue, tradeType, orderId, symbol }: OrderOfMarket,
): Promise<Result<Collected<Fill>>> {
  if (venue === 'futures') {
    return await collectPages<Fill>({
      fetchPage: page => client.futures.fills({ orderId, page, pageSize }, options),
      idOf: fill => fill.tradeId,
      pageSize,
      maxPages,
    });
  }
  if (tradeType !== 'cross' && tradeType !== 'isolated')
    return await client.spotHf.fillsOfOrder({ orderId, symbol }, options);
  const read = await client.margin.fillsOfOrder({ orderId, symbol, tradeType }, options);
  return read.ok ? succeed({ items: read.value, isComplete: read.value.length < mostOnMargin }) : read;
}
