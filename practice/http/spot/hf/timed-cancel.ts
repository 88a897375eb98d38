import * as z from 'zod/mini';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { read, wholeNumber } from '#practice/http/endpoint/fields.ts';

/** Orders that go unless their owner says otherwise in time: docs/exchange/endpoints.md §3.8. Times in seconds. */

const most = { timeoutS: 86_400, symbols: 50 } as const;
const leastTimeoutS = 5;

const TimedBody = z.object({
  timeout: wholeNumber({ minimum: -1, maximum: most.timeoutS }),
  symbols: z.exactOptional(z.string()),
});

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** POST /api/v1/hf/orders/dead-cancel-all: restarts the timer; -1 removes it. */
export function setTimedCancel(call: SignedCall): Answer {
  const body = read(TimedBody, call.body);
  if (!body.ok) return body;
  const { timeout: timeoutS, symbols: list = '' } = body.value;
  if (timeoutS !== -1 && timeoutS < leastTimeoutS)
    return refuse('parameter', `timeout must be -1 or ${leastTimeoutS} to ${most.timeoutS} seconds`, 'timeout');
  const symbols = list.split(',').filter(symbol => symbol !== '');
  if (symbols.length > most.symbols)
    return refuse('parameter', `symbols must name at most ${most.symbols} pairs`, 'symbols');
  const { spot } = call.exchange;
  const unknown = symbols.find(symbol => spot.pair(symbol) === null);
  if (unknown !== undefined) return refuse('symbol-unknown', `symbol not exists: ${unknown}`, 'symbols');
  const timed = spot.setTimedCancel(call.accountId, timeoutS === -1 ? null : { timeoutS, symbols });
  return accept({
    currentTime: seconds(call.nowMs),
    triggerTime: timed === null ? 0 : seconds(timed.triggerAtMs),
  });
}

/** GET /api/v1/hf/orders/dead-cancel-all/query: null when none is set. */
export function getTimedCancel(call: SignedCall): Answer {
  const timed = call.exchange.spot.timedCancel(call.accountId);
  if (timed === null) return accept(null);
  return accept({
    timeout: timed.timeoutS,
    symbols: timed.symbols.join(','),
    currentTime: seconds(call.nowMs),
    triggerTime: seconds(timed.triggerAtMs),
  });
}
