import * as z from 'zod/mini';
import { listOf } from '#client/wire/rows.ts';
import { parseExact } from '#client/wire/exact-json.ts';
import { countOrNull, decimalOrNull, epochS, epochSOrNull, id, text, textOrNull } from '#client/wire/scalars.ts';
import type { AlteredOrder, DeadCancel, SyncOutcome } from './hf-calls.ts';

/** docs/exchange/records.md §5.2: what the synchronous forms answer, placing and cancelling. */
export const syncBody = z.pipe(
  z.object({
    orderId: textOrNull,
    clientOid: textOrNull,
    dealSize: decimalOrNull,
    remainSize: decimalOrNull,
    canceledSize: decimalOrNull,
    status: textOrNull,
  }),
  z.transform(
    (wire): SyncOutcome => ({
      orderId: wire.orderId,
      clientOid: wire.clientOid,
      filledSize: wire.dealSize,
      remainingSize: wire.remainSize,
      cancelledSize: wire.canceledSize,
      isActive: wire.status === 'open' ? true : wire.status === 'done' ? false : null,
    }),
  ),
);

export const alteredBody = z.pipe(
  // empty when the old one has filled as much already: docs/exchange/endpoints.md §3.7
  z.object({ newOrderId: textOrNull, clientOid: textOrNull }),
  z.transform((wire): AlteredOrder => ({ orderId: wire.newOrderId, clientOid: wire.clientOid })),
);

export const cancelAllBody = z.pipe(
  z.object({
    succeedSymbols: listOf(id),
    failedSymbols: listOf(
      z.union([
        id,
        z.pipe(
          z.object({ symbol: id }),
          z.transform(row => row.symbol),
        ),
      ]),
    ),
  }),
  z.transform(wire => ({ cancelled: wire.succeedSymbols, failed: wire.failedSymbols })),
);

const contextBody = z.object({ symbol: id });

export const symbolsBody = z.pipe(
  z.object({ symbols: listOf(id) }),
  z.transform(({ symbols }): readonly string[] => symbols),
);

/** The symbol in the context of a ledger entry, which is JSON as text. docs/exchange/records.md §10.6. */
const contextSymbol = z.pipe(
  textOrNull,
  z.transform(context => {
    const read = parseExact(context ?? '');
    const found = z.safeParse(contextBody, read.ok ? read.value : null);
    return found.success ? found.data.symbol : null;
  }),
);

export const tradeEntryRow = z.pipe(
  z.object({ id, context: contextSymbol }),
  z.transform(({ id: entryId, context }) => ({ id: entryId, symbol: context })),
);

/** Both times are in seconds; a time of 0 means never. */
export const deadCancelSetBody = z.pipe(
  z.object({ currentTime: epochS, triggerTime: epochSOrNull }),
  z.transform(wire => ({ nowMs: wire.currentTime, triggersAtMs: wire.triggerTime })),
);

/** Without a switch that is on the service answers nothing but null. docs/exchange/endpoints.md §3.8. */
export const deadCancelBody = z.pipe(
  z.nullish(
    z.object({ timeout: countOrNull, symbols: z.nullish(text), currentTime: epochS, triggerTime: epochSOrNull }),
  ),
  z.transform((wire): DeadCancel => {
    if (wire === null || wire === undefined) return { timeoutS: null, symbols: [], nowMs: 0, triggersAtMs: null };
    return {
      timeoutS: wire.timeout === null || wire.timeout < 0 ? null : wire.timeout,
      symbols: (wire.symbols ?? '').split(',').filter(symbol => symbol !== ''),
      nowMs: wire.currentTime,
      triggersAtMs: wire.triggerTime,
    };
  }),
);
