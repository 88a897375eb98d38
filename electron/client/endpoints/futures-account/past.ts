import type { ClosedPosition, FundingPayment, FuturesLedgerEntry } from '#shared/domain/account/futures-account.ts';
import { succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { collectPages, pageOf } from '../pages.ts';
import { collectSlices } from '../walks/offsets.ts';
import { checkWindow } from '../windows.ts';
import type { FuturesPastCalls } from './account-calls.ts';
import { closedPositionRow, currentFundingBody, fundingBody, fundingRateRow, ledgerBody } from './account-rows.ts';

const pageSize = 200;
const sliceSize = 100;
const maxPages = 50;

/** What was paid and what was closed: docs/exchange/endpoints.md §9.6 and §9.7. */
export function createFuturesPastCalls(send: Send): FuturesPastCalls {
  const closedPositions: FuturesPastCalls['closedPositions'] = async (input, options) => {
    const checked = checkWindow({ startAtMs: input.fromMs, endAtMs: input.toMs });
    if (!checked.ok) return checked;
    const { symbol, fromMs, toMs, page, pageSize: limit } = input;
    const query = { symbol, from: fromMs, to: toMs, limit, pageId: page };
    return await send({ endpoint: 'futures.closedPositions', query }, pageOf(closedPositionRow), options);
  };
  return {
    currentFunding: ({ symbol }, options) =>
      send({ endpoint: 'futures.currentFunding', path: { symbol } }, currentFundingBody, options),
    async fundingRates({ symbol, fromMs, toMs }, options) {
      const checked = checkWindow({ startAtMs: fromMs, endAtMs: toMs });
      if (!checked.ok) return checked;
      const query = { symbol, from: fromMs, to: toMs };
      return await send({ endpoint: 'futures.fundingRates', query }, listOf(fundingRateRow), options);
    },
    async fundingHistory({ symbol, fromMs, toMs }, options) {
      const checked = checkWindow({ startAtMs: fromMs, endAtMs: toMs });
      if (!checked.ok) return checked;
      const query = { symbol, startAt: fromMs, endAt: toMs, maxCount: sliceSize };
      return await collectSlices<FundingPayment>({
        fetchSlice: offset =>
          send({ endpoint: 'futures.fundingHistory', query: { ...query, offset } }, fundingBody, options),
        offsetOf: row => row.id,
        mostSlices: maxPages,
      });
    },
    closedPositions,
    allClosedPositions: (input, options) =>
      collectPages<ClosedPosition>({
        fetchPage: page => closedPositions({ ...input, page, pageSize }, options),
        idOf: position => position.id,
        pageSize,
        maxPages,
      }),
    async newestLedger({ currency }, options) {
      const query = { currency, maxCount: sliceSize };
      const read = await send({ endpoint: 'futures.ledger', query }, ledgerBody, options);
      return read.ok ? succeed(read.value.items) : read;
    },
    async ledger({ fromMs, toMs, currency, type }, options) {
      const checked = checkWindow({ startAtMs: fromMs, endAtMs: toMs });
      if (!checked.ok) return checked;
      const query = { currency, type, maxCount: sliceSize, startAt: fromMs, endAt: toMs };
      return await collectSlices<FuturesLedgerEntry>({
        fetchSlice: offset => send({ endpoint: 'futures.ledger', query: { ...query, offset } }, ledgerBody, options),
        offsetOf: row => row.offset,
        mostSlices: maxPages,
      });
    },
  };
}
