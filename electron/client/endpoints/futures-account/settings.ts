import * as z from 'zod/mini';
import { type Decimal, isDecimal, isPositive, normalise } from '#shared/decimal.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { decimal } from '#client/wire/scalars.ts';
import { feeBody } from '../accounts.ts';
import { bodyText, wireNumber } from '../placing.ts';
import type { FuturesSettingCalls } from './account-calls.ts';
import {
  leverageBody,
  marginModeBody,
  marginModesBody,
  maxOpenSizeBody,
  positionModeBody,
  statisticsBody,
  wireMarginModes,
  wirePositionSide,
} from './account-rows.ts';

/** A bare amount, or one in an object of one field. */
const amountBody = z.union([
  decimal,
  z.pipe(
    z.object({ withdrawAmount: decimal }),
    z.transform(wire => wire.withdrawAmount),
  ),
]);

function positive(field: string, value: Decimal): Result<null> {
  if (isDecimal(value) && isPositive(value)) return succeed(null);
  return fail('invalid-request', `The ${field} must be above zero.`, { field });
}

const mostSymbols = 50;

/** Margin mode and leverage: docs/exchange/endpoints.md §9.4. */
function createModeCalls(send: Send) {
  return {
    async marginMode({ symbol }, options) {
      const read = await send({ endpoint: 'futures.marginMode', query: { symbol } }, marginModeBody, options);
      return read.ok ? succeed(read.value.marginMode) : read;
    },
    async setMarginMode({ symbol, marginMode }, options) {
      const body = bodyText({ symbol, marginMode: wireMarginModes[marginMode] });
      const done = await send({ endpoint: 'futures.setMarginMode', body }, marginModeBody, options);
      return done.ok ? succeed(done.value.marginMode) : done;
    },
    async setMarginModes({ symbols, marginMode }, options) {
      if (symbols.length === 0 || symbols.length > mostSymbols) {
        return fail('invalid-request', `Name 1 to ${mostSymbols} contracts.`, { field: 'symbols' });
      }
      const body = `{"marginMode":"${wireMarginModes[marginMode]}","symbols":${JSON.stringify(symbols)}}`;
      return await send({ endpoint: 'futures.setMarginModes', body }, marginModesBody, options);
    },
    crossLeverage: ({ symbol }, options) =>
      send({ endpoint: 'futures.crossLeverage', query: { symbol } }, leverageBody, options),
    async setCrossLeverage({ symbol, leverage }, options) {
      const checked = positive('leverage', leverage);
      if (!checked.ok) return checked;
      const body = bodyText({ symbol, leverage: normalise(leverage) });
      return await send({ endpoint: 'futures.setCrossLeverage', body }, z.boolean(), options);
    },
    positionMode: (_input, options) => send({ endpoint: 'futures.positionMode' }, positionModeBody, options),
    setPositionMode: ({ positionMode }, options) => {
      const body = bodyText({ positionMode: positionMode === 'hedge' ? '1' : '0' });
      return send({ endpoint: 'futures.setPositionMode', body }, positionModeBody, options);
    },
  } satisfies Partial<FuturesSettingCalls>;
}

/** What a position may have and do: docs/exchange/endpoints.md §8.7, §9.4 and §9.5. */
export function createFuturesSettingCalls(send: Send): FuturesSettingCalls {
  return {
    ...createModeCalls(send),
    maxWithdrawMargin: ({ symbol, positionSide }, options) => {
      const query = { symbol, positionSide: wirePositionSide(positionSide) };
      return send({ endpoint: 'futures.maxWithdrawMargin', query }, decimal, options);
    },
    async withdrawMargin({ symbol, positionSide, amount }, options) {
      const checked = positive('amount', amount);
      if (!checked.ok) return checked;
      const body = bodyText({
        symbol,
        withdrawAmount: normalise(amount),
        positionSide: wirePositionSide(positionSide),
      });
      return await send({ endpoint: 'futures.withdrawMargin', body }, amountBody, options);
    },
    maxOpenSize: ({ symbol, price, leverage }, options) =>
      send(
        { endpoint: 'futures.maxOpenSize', query: { symbol, price, leverage: normalise(leverage) } },
        maxOpenSizeBody,
        options,
      ),
    openOrderStatistics: ({ symbol }, options) =>
      send({ endpoint: 'futures.openOrderStatistics', query: { symbol } }, statisticsBody, options),
    setRiskLimitLevel: ({ symbol, level }, options) =>
      send(
        { endpoint: 'futures.setRiskLimitLevel', body: bodyText({ symbol, level: wireNumber(level) }) },
        z.boolean(),
        options,
      ),
    tradeFee: ({ symbol }, options) => send({ endpoint: 'futures.tradeFee', query: { symbol } }, feeBody, options),
  };
}
