import { absolute, add, compare, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/futures.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, asAct, cannotTell, type Verdict } from '../act.ts';
import type { Wish } from '../live-acts.ts';

export interface MarginRequest {
  readonly symbol: string;
  readonly amount: Decimal;
  readonly bizNo: string;
}

/** The position as it was before: what was added shows as the difference. */
export interface MarginBefore {
  readonly positionId: string;
  readonly openedAtMs: number;
  readonly addedMargin: Decimal;
}

export function marginBefore(position: Position): MarginBefore {
  return { positionId: position.id, openedAtMs: position.openedAtMs, addedMargin: position.addedMargin ?? '0' };
}

/** One transfer to a position at a time: two at once could not be told apart by the margin they leave. */
export function marginWish(request: MarginRequest): Wish {
  const { symbol, bizNo } = request;
  return { kind: 'add-margin', key: bizNo, payload: request, lock: symbol, mayRepeat: true, isOnce: true };
}

/** Interface document §4.2: bizNo makes the exchange apply it once. */
export function marginAct(request: MarginRequest, before: MarginBefore, currency: string): Act<Position> {
  const { symbol, amount, bizNo } = request;
  return {
    kind: 'add-margin',
    key: bizNo,
    symbol,
    summary: `Add ${amount} ${currency} margin to ${symbol}`,
    body: { request, before, currency },
    send: client => client.futures.depositMargin({ symbol, amount, bizNo }, asAct),
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
): Promise<Verdict<Position>> {
  const first = await look(client, request, before);
  return first.state === 'not-done' ? look(client, request, before) : first;
}

async function look(client: ExchangeClient, request: MarginRequest, before: MarginBefore): Promise<Verdict<Position>> {
  const { symbol, amount } = request;
  const read = await client.futures.positions({}, asAct);
  if (!read.ok) return cannotTell(read.error);
  const position = read.value.find(candidate => candidate.symbol === symbol && candidate.isOpen);
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
