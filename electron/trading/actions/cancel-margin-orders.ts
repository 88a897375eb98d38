import * as z from 'zod/mini';
import { MarginType } from '#shared/domain/account/margin.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asCancel,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';

const CancelAllRequest = z.object({ id: z.string(), symbol: z.string(), tradeType: MarginType });
export type CancelAllRequest = Readonly<z.infer<typeof CancelAllRequest>>;

/**
 * What a cancel of all margin orders of a pair and type came to. `reached`: the orders that were active before it.
 * `stillActive`: those of them that were active right after it, when that could be read; a request may take a moment.
 */
export interface CancelAllOutcome {
  readonly reached: readonly string[] | null;
  readonly stillActive: readonly string[] | null;
}

const JournalBody = z.object({ request: CancelAllRequest, reached: z.nullable(z.array(z.string())) });

/** docs/exchange/endpoints.md §5.2: it only asks; what became of each order is read again. */
export const cancelMarginOrders: ActionType<CancelAllRequest, CancelAllOutcome> = {
  kinds: ['cancel-margin-orders'],
  // to cancel twice is to cancel once
  identify: request => ({
    kind: 'cancel-margin-orders',
    key: request.id,
    payload: request,
    lock: null,
    mayRepeat: true,
    isOnce: false,
  }),
  cost: () => ({ budget: 'cancels', rows: 1 }),
  policy: () => Promise.resolve(succeed({ action: { kind: 'cancel' }, marks: [] })),
  prepare: prepareCancel,
  restore: body => {
    const { request, reached } = JournalBody.parse(body);
    return { request, action: cancelAction(request, reached) };
  },
};

/** A cancel never waits for a list that cannot be read. */
async function prepareCancel(
  request: CancelAllRequest,
  { client }: ActionContext,
): Promise<Result<TradingAction<CancelAllOutcome>>> {
  const active = await readActive(client, request);
  return succeed(cancelAction(request, active.ok ? active.value : null));
}

function cancelAction(request: CancelAllRequest, reached: readonly string[] | null): TradingAction<CancelAllOutcome> {
  const { id, symbol, tradeType } = request;
  return {
    kind: 'cancel-margin-orders',
    key: id,
    symbol,
    summary:
      reached === null
        ? `Cancel all ${tradeType} margin orders of ${symbol}`
        : `Cancel all ${tradeType} margin orders of ${symbol} (${reached.length})`,
    body: { request, reached },
    send: async client => {
      const sent = await client.margin.cancelAll({ symbol, tradeType }, asCancel);
      if (!sent.ok) return sent;
      const active = await readActive(client, request);
      return succeed({ reached, stillActive: active.ok ? among(active.value, reached) : null });
    },
    lookUp: client => lookUp(client, request, reached),
    isAlready: error => error.kind === 'not-found',
  };
}

async function readActive(
  client: ExchangeClient,
  { symbol, tradeType }: CancelAllRequest,
): Promise<Result<readonly string[]>> {
  const active = await client.margin.activeOrders({ symbol, tradeType }, asCancel);
  return active.ok ? succeed(active.value.map(order => order.id)) : active;
}

/** An order that was placed after the cancel is none of those that it reached. */
function among(active: readonly string[], reached: readonly string[] | null): readonly string[] {
  return reached === null ? active : active.filter(id => reached.includes(id));
}

async function lookUp(
  client: ExchangeClient,
  request: CancelAllRequest,
  reached: readonly string[] | null,
): Promise<LookupResult<CancelAllOutcome>> {
  const active = await readActive(client, request);
  if (!active.ok) return toFailedLookup(active.error);
  const stillActive = among(active.value, reached);
  if (stillActive.length > 0) {
    const detail = `${stillActive.length} of the orders are still active. It is safe to cancel again.`;
    return { state: 'not-done', detail };
  }
  const detail = 'None of the orders is active any more; the lists tell which were filled.';
  return { state: 'done', value: { reached, stillActive }, detail };
}
