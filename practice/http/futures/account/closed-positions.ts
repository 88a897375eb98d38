import * as z from 'zod/mini';
import { negate } from '#shared/decimal.ts';
import type { ClosedPosition } from '#practice/futures/account-types.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { epochMs, orElse, readQuery, symbol, wholeText } from '#practice/http/endpoint/fields.ts';
import { pageOf } from '#practice/http/endpoint/pages.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import { ownerOf } from '#practice/accounts/owners.ts';

/** Closed positions: docs/exchange/endpoints.md §9.6, docs/exchange/records.md §9.4. */

const ClosedQuery = z.object({
  symbol: z.exactOptional(symbol),
  from: z.exactOptional(epochMs),
  to: z.exactOptional(epochMs),
  limit: orElse(wholeText({ minimum: 1, maximum: 200 }), 10),
  pageId: orElse(wholeText({ minimum: 1, maximum: 1_000_000 }), 1),
});
type ClosedQuery = z.infer<typeof ClosedQuery>;

/** GET /api/v1/history-positions, the last closed first; its page parameters have names of their own. */
export function listClosedPositions(call: SignedCall): Answer {
  const query = readQuery(ClosedQuery, call.query);
  if (!query.ok) return query;
  const { from = 0, to = Number.MAX_SAFE_INTEGER, limit: pageSize, pageId: currentPage } = query.value;
  if (from > to) return refuse('parameter', 'from must not be after to', 'from');
  const { userId } = ownerOf(call.exchange.directory, call.accountId);
  const closed = call.exchange.futures
    .closedPositions(call.accountId)
    .filter(position => isWanted(position, query.value) && position.closedAtMs >= from && position.closedAtMs <= to);
  return accept(pageOf(closed, { currentPage, pageSize }, position => writeClosed(position, userId)));
}

function isWanted(position: ClosedPosition, query: ClosedQuery): boolean {
  return query.symbol === undefined || query.symbol === position.symbol;
}

function writeClosed(position: ClosedPosition, userId: string): JsonFields {
  return {
    closeId: position.id.toString(),
    userId,
    symbol: position.symbol,
    settleCurrency: position.settleCurrency,
    leverage: position.leverage,
    type: `${position.how}_${position.side}`,
    pnl: position.pnl,
    // a cost: a gain is below zero
    realisedGrossCost: negate(position.grossPnl),
    realisedGrossCostNew: negate(position.grossPnl),
    withdrawPnl: '0',
    tradeFee: position.tradeFee,
    fundingFee: position.fundingReceived,
    openTime: position.openedAtMs,
    closeTime: position.closedAtMs,
    openPrice: position.openPrice,
    closePrice: position.closePrice,
    marginMode: position.marginMode,
    tax: '0',
    roe: null,
    liquidAmount: null,
    liquidPrice: null,
    side: position.side,
  };
}
