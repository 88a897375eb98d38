import { readPosition } from './read-position.ts';
import { absolute, add, compare, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import * as z from 'zod/mini';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import { DecimalText, EpochMs } from '#shared/domain/scalars.ts';
import { PositionSide } from '#shared/domain/market/position-side.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, type ActContext, type ActType, asAct, cannotTell, type LookupResult } from '../act.ts';
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
  readonly openedAtMs: number;
  readonly addedMargin: Decimal;
}

const JournalBody = z.object({
  request: z.object({
    symbol: z.string(),
    positionSide: z.optional(PositionSide),
    amount: DecimalText,
    bizNo: z.string(),
  }),
  before: z.object({ positionId: z.string(), openedAtMs: EpochMs, addedMargin: DecimalText }),
  currency: z.string(),
});

export const addMargin: ActType<MarginRequest, Position> = {
  kinds: ['add-margin'],
  // one transfer to a position at a time: two at once could not be told apart by the margin they leave
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
  cost: () => ({ budget: 'acts', rows: 1 }),
  policy: async ({ symbol, amount }, { client, instruments }) => {
    const contract = await instruments.contract(client, symbol);
    if (!contract.ok) return contract;
    const money = { currency: contract.value.settleCurrency, amount };
    return succeed({ act: { kind: 'move-margin', money, isAdding: true }, marks: [] });
  },
  prepare: prepareMargin,
  restore: body => {
    const { request, before, currency } = JournalBody.parse(body);
    return { request, act: marginAct(request, before, currency) };
  },
};

async function prepareMargin(request: MarginRequest, { client }: ActContext): Promise<Result<Act<Position>>> {
  const read = await readPosition(client, request);
  if (!read.ok) return read;
  const checked = checkMargin(request.amount, read.value);
  if (!checked.ok) return refuseBreach(checked.breach);
  const { id, openedAtMs, addedMargin: added, settleCurrency } = checked.position;
  return succeed(marginAct(request, { positionId: id, openedAtMs, addedMargin: added ?? '0' }, settleCurrency));
}

/** docs/exchange/endpoints.md §9.2: bizNo makes the exchange apply it once. */
function marginAct(request: MarginRequest, before: MarginBefore, currency: string): Act<Position> {
  const { symbol, amount, bizNo } = request;
  return {
    kind: 'add-margin',
    key: bizNo,
    symbol,
    summary: `Add ${amount} ${currency} margin to ${positionKey(request)}`,
    body: { request, before, currency },
    send: client => client.futures.depositMargin({ symbol, ...sideField(request.positionSide), amount, bizNo }, asAct),
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

async function look(
  client: ExchangeClient,
  request: MarginRequest,
  before: MarginBefore,
): Promise<LookupResult<Position>> {
  const { amount } = request;
  const read = await readPosition(client, request);
  if (!read.ok) return cannotTell(read.error);
  const position = read.value;
  if (position === undefined || position.id !== before.positionId || position.openedAtMs !== before.openedAtMs) {
    return {
      state: 'unsure',
      detail: 'The position has closed or is another one now; the history at the exchange tells.',
    };
  }
  const grown = subtract(position.addedMargin ?? '0', before.addedMargin);
  if (isZero(grown))
    return { state: 'not-done', detail: 'Not added: the margin is as before. It is safe to add it again.' };
  if (compare(absolute(subtract(grown, amount)), precision) > 0) {
    const now = add(before.addedMargin, grown);
    return { state: 'unsure', detail: `The added margin went to ${now}, which is another amount; still looking.` };
  }
  return { state: 'done', value: position, detail: `Added: the margin has grown by ${grown}.` };
}
