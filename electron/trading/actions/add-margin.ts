import { readPosition, readSettleCurrency } from './read-position.ts';
import { absolute, add, compare, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import * as z from 'zod/mini';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import { DecimalText, EpochMs } from '#shared/domain/scalars.ts';
import { PositionSide } from '#shared/domain/market/position-side.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';
import { refuseBreach } from '../refuse-breach.ts';
import { checkMargin } from '#shared/rules/futures.ts';

export interface MarginRequest {
  readonly symbol: string;
  /** in hedge mode only */
  readonly positionSide?: PositionSide | undefined;
  readonly amount: Decimal;
  readonly bizNo: string;
}

/** The position as it was before: what was added shows as the difference. */
interface MarginBefore {
  readonly positionId: string;
  readonly openedAtMs: number | null;
  /** null: the exchange did not state it, so no look-up can determine what was added */
  readonly addedMargin: Decimal | null;
}

const JournalBody = z.object({
  request: z.object({
    symbol: z.string(),
    positionSide: z.optional(PositionSide),
    amount: DecimalText,
    bizNo: z.string(),
  }),
  before: z.object({ positionId: z.string(), openedAtMs: z.nullable(EpochMs), addedMargin: z.nullable(DecimalText) }),
  currency: z.string(),
});

export const addMargin: ActionType<MarginRequest, Position> = {
  kinds: ['add-margin'],
  // one transfer to a position at a time: two at once could not be distinguished by the resulting margin
  identify: request => {
    const { bizNo } = request;
    return {
      kind: 'add-margin',
      key: bizNo,
      payload: request,
      lock: positionKey(request),
      mayRepeat: true,
      isOnce: true,
    };
  },
  cost: () => ({ budget: 'actions', rows: 1 }),
  policy: async (request, context) => {
    const currency = await readSettleCurrency(request, context);
    if (!currency.ok) return currency;
    const money = { currency: currency.value, amount: request.amount };
    return succeed({ action: { kind: 'move-margin', money, isAdding: true }, marks: [] });
  },
  prepare: prepareMargin,
  restore: body => {
    const { request, before, currency } = JournalBody.parse(body);
    return { request, action: marginAction(request, before, currency) };
  },
};

async function prepareMargin(
  request: MarginRequest,
  { client }: ActionContext,
): Promise<Result<TradingAction<Position>>> {
  const read = await readPosition(client, request);
  if (!read.ok) return read;
  const checked = checkMargin(request.amount, read.value);
  if (!checked.ok) return refuseBreach(checked.breach);
  const { id, openedAtMs, addedMargin, settleCurrency } = checked.position;
  return succeed(marginAction(request, { positionId: id, openedAtMs, addedMargin }, settleCurrency));
}

/** docs/exchange/endpoints.md §9.2: bizNo makes the exchange apply it once. */
function marginAction(request: MarginRequest, before: MarginBefore, currency: string): TradingAction<Position> {
  const { symbol, amount, bizNo } = request;
  return {
    kind: 'add-margin',
    key: bizNo,
    symbol,
    summary: `Add ${amount} ${currency} margin to ${positionKey(request)}`,
    body: { request, before, currency },
    send: client =>
      client.futures.depositMargin({ symbol, ...sideField(request.positionSide), amount, bizNo }, asAction),
    lookUp: client => lookUp(client, request, before),
    isAlready: () => false,
  };
}

/** Amounts are kept to eight digits at the exchange; beyond that, what was asked and what was added may differ. */
const precision = '0.00000001';

/**
 * There is no history of transfers to ask, so the added margin itself is read, twice: a position that has not moved in
 * two readings after the matching window has not been added to.
 */
async function lookUp(
  client: ExchangeClient,
  request: MarginRequest,
  before: MarginBefore,
): Promise<LookupResult<Position>> {
  const first = await look(client, request, before);
  return first.state === 'not-done' ? look(client, request, before) : first;
}

const addedUnknown = 'The exchange does not state the added margin of the position. Check the history at the exchange.';

async function look(
  client: ExchangeClient,
  request: MarginRequest,
  before: MarginBefore,
): Promise<LookupResult<Position>> {
  const { amount } = request;
  const read = await readPosition(client, request);
  if (!read.ok) return toFailedLookup(read.error);
  const position = read.value;
  if (position === undefined || position.id !== before.positionId || position.openedAtMs !== before.openedAtMs) {
    return {
      state: 'unsure',
      detail: 'The position is closed or is another one now. Check the history at the exchange.',
    };
  }
  if (position.addedMargin === null || before.addedMargin === null) return { state: 'unsure', detail: addedUnknown };
  const grown = subtract(position.addedMargin, before.addedMargin);
  if (isZero(grown))
    return { state: 'not-done', detail: 'Not added: the margin is as before. It is safe to add it again.' };
  if (compare(absolute(subtract(grown, amount)), precision) > 0) {
    const now = add(before.addedMargin, grown);
    return { state: 'unsure', detail: `The added margin went to ${now}, which is another amount; still looking.` };
  }
  return { state: 'done', value: position, detail: `Added: the margin has grown by ${grown}.` };
}
