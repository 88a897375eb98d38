import { fail } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import { text } from '#client/wire/scalars.ts';
import { bodyText, cancelledBody, checkLabels, placedBody, spotOrderText, wireNumber } from '../placing.ts';
import type { SpotHfCalls } from './hf-calls.ts';
import { createHfReads } from './hf-orders.ts';
import { alteredBody, cancelAllBody, deadCancelBody, deadCancelSetBody, syncBody } from './hf-rows.ts';

const leastTimeoutS = 5;
const mostTimeoutS = 86_400;
const mostPairs = 50;

/** The exchange's own switch: docs/exchange/endpoints.md §3.8. */
function createSwitchCalls(send: Send) {
  return {
    async setDeadCancel({ timeoutS, symbols }, options) {
      const isTime = timeoutS === null || (timeoutS >= leastTimeoutS && timeoutS <= mostTimeoutS);
      if (!isTime || symbols.length > mostPairs) {
        const message = `The time is ${leastTimeoutS} to ${mostTimeoutS} seconds, for at most ${mostPairs} pairs.`;
        return fail('invalid-request', message, { field: isTime ? 'symbols' : 'timeoutS' });
      }
      const named = symbols.length === 0 ? undefined : symbols.join(',');
      const body = bodyText({ timeout: wireNumber(timeoutS ?? -1), symbols: named });
      return await send({ endpoint: 'hf.setDeadCancel', body }, deadCancelSetBody, options);
    },
    deadCancel: (_input, options) => send({ endpoint: 'hf.deadCancel' }, deadCancelBody, options),
  } satisfies Partial<SpotHfCalls>;
}

/** High-frequency spot orders beyond the single ones: docs/exchange/endpoints.md §3.6 to §3.8. */
export function createSpotHfCalls(send: Send, nowMs: () => number): SpotHfCalls {
  return {
    ...createHfReads(send, nowMs),
    ...createSwitchCalls(send),
    async placeTest(order, options) {
      const labels = checkLabels([order]);
      if (!labels.ok) return labels;
      return await send({ endpoint: 'hf.placeTest', body: spotOrderText(order) }, placedBody, options);
    },
    async placeSync(order, options) {
      const labels = checkLabels([order]);
      if (!labels.ok) return labels;
      return await send({ endpoint: 'hf.placeSync', body: spotOrderText(order) }, syncBody, options);
    },
    async alter({ symbol, orderId, newPrice, newSize }, options) {
      if (newPrice === undefined && newSize === undefined) {
        return fail('invalid-request', 'Say a new price or a new size.', { field: 'newPrice' });
      }
      const body = bodyText({ symbol, orderId, newPrice, newSize });
      return await send({ endpoint: 'hf.alter', body }, alteredBody, options);
    },
    cancelSync: ({ orderId, symbol }, options) =>
      send({ endpoint: 'hf.cancelSync', path: { orderId }, query: { symbol } }, syncBody, options),
    cancelSyncByClientOid: ({ clientOid, symbol }, options) =>
      send({ endpoint: 'hf.cancelSyncByClientOid', path: { clientOid }, query: { symbol } }, syncBody, options),
    cancelPart: ({ orderId, symbol, cancelSize }, options) =>
      send({ endpoint: 'hf.cancelPart', path: { orderId }, query: { symbol, cancelSize } }, cancelledBody, options),
    cancelPair: ({ symbol }, options) => send({ endpoint: 'hf.cancelPair', query: { symbol } }, text, options),
    cancelAll: (_input, options) => send({ endpoint: 'hf.cancelAll' }, cancelAllBody, options),
  };
}
