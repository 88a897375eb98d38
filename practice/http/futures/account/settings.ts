import * as z from 'zod/mini';
import { failureOf } from '#practice/http/failures.ts';
import { accept } from '#practice/kernel/kernel.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { choice, numericAmount, read, readQuery, symbol } from '#practice/http/endpoint/fields.ts';

/** What an account chooses for a contract: docs/exchange/endpoints.md §9.4. */

const SymbolQuery = z.object({ symbol });
const marginMode = choice('ISOLATED', 'CROSS');

/** GET /api/v2/position/getMarginMode?symbol. */
export function getMarginMode(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const mode = call.exchange.futures.marginMode(call.accountId, query.value.symbol);
  return mode.ok ? accept({ symbol: query.value.symbol, marginMode: mode.value }) : mode;
}

const MarginModeBody = z.object({ symbol, marginMode });

/** POST /api/v2/position/changeMarginMode: while there is neither a position nor an order in the contract. */
export function changeMarginMode(call: SignedCall): Answer {
  const body = read(MarginModeBody, call.body);
  if (!body.ok) return body;
  const { symbol: name, marginMode: wanted } = body.value;
  const mode = call.exchange.futures.changeMarginMode(call.accountId, name, wanted);
  return mode.ok ? accept({ symbol: name, marginMode: mode.value }) : mode;
}

const mostSymbols = 50;
const MarginModesBody = z.object({
  marginMode,
  symbols: z
    .array(symbol, { error: 'must be a list of contracts' })
    .check(
      z.minLength(1, `must be 1 to ${mostSymbols} contracts`),
      z.maxLength(mostSymbols, `must be 1 to ${mostSymbols} contracts`),
    ),
});

/** POST /api/v2/position/batchChangeMarginMode: each contract by itself; the answer has the mode that each is in now. */
export function changeMarginModes(call: SignedCall): Answer {
  const body = read(MarginModesBody, call.body);
  if (!body.ok) return body;
  const modes: Record<string, string> = {};
  const errors: JsonFields[] = [];
  for (const name of new Set(body.value.symbols)) {
    const changed = call.exchange.futures.changeMarginMode(call.accountId, name, body.value.marginMode);
    const now = call.exchange.futures.marginMode(call.accountId, name);
    if (now.ok) modes[name] = now.value;
    if (changed.ok) continue;
    const { code, message } = failureOf('futures', changed, false);
    errors.push({ code, msg: message, symbol: name });
  }
  return accept({ marginMode: modes, errors });
}

/** GET /api/v2/position/getPositionMode: 0 one-way, 1 hedge. */
export function getPositionMode(call: SignedCall): Answer {
  return accept({ positionMode: call.exchange.futures.isHedged(call.accountId) ? 1 : 0 });
}

const PositionModeBody = z.object({ positionMode: choice('0', '1') });

/** POST /api/v2/position/switchPositionMode: of all contracts, while there is neither a position nor an order. */
export function switchPositionMode(call: SignedCall): Answer {
  const body = read(PositionModeBody, call.body);
  if (!body.ok) return body;
  const isHedge = body.value.positionMode === '1';
  const changed = call.exchange.futures.changePositionMode(call.accountId, isHedge);
  return changed.ok ? accept({ positionMode: changed.value ? 1 : 0 }) : changed;
}

/** GET /api/v2/getCrossUserLeverage?symbol. */
export function getCrossLeverage(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const leverage = call.exchange.futures.crossLeverage(call.accountId, query.value.symbol);
  return leverage.ok ? accept({ symbol: query.value.symbol, leverage: leverage.value }) : leverage;
}

const LeverageBody = z.object({ symbol, leverage: numericAmount });

/** POST /api/v2/changeCrossUserLeverage. */
export function changeCrossLeverage(call: SignedCall): Answer {
  const body = read(LeverageBody, call.body);
  if (!body.ok) return body;
  const { symbol: name, leverage } = body.value;
  const changed = call.exchange.futures.changeCrossLeverage(call.accountId, name, leverage);
  return changed.ok ? accept(true) : changed;
}
