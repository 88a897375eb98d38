import { readPosition, readSettleCurrency } from './read-position.ts';
import * as z from 'zod/mini';
import { absolute, add, compare, type Decimal, isPositive, isZero, subtract } from '#shared/decimal.ts';
import { MarginWithdrawal } from '#shared/domain/account/futures-account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import { DecimalText, EpochMs } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import {
  type TradingAction,
  type ActionContext,
  type ActionType,
  asAction,
  toFailedLookup,
  type LookupResult,
} from '../trading-action.ts';

/** The position as it was before: what was taken out shows as the difference. */
const Before = z.object({
  positionId: z.string(),
  openedAtMs: z.nullable(EpochMs),
  quantity: DecimalText,
  ownMargin: DecimalText,
});
type Before = z.infer<typeof Before>;

const JournalBody = z.object({ request: MarginWithdrawal, before: Before, currency: z.string() });

/** Taking margin out of an isolated position. It carries no mark of ours: docs/exchange/endpoints.md §9.5. */
export const withdrawMargin: ActionType<MarginWithdrawal, Decimal> = {
  kinds: ['withdraw-margin'],
  // one at a time per position: two could not be distinguished by the resulting margin
  identify: request => ({
    kind: 'withdraw-margin',
    key: request.id,
    payload: request,
    lock: positionKey(request),
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'actions', rows: 1 }),
  policy: async (request, context) => {
    const currency = await readSettleCurrency(request, context);
    if (!currency.ok) return currency;
    const money = { currency: currency.value, amount: request.amount };
    return succeed({ action: { kind: 'move-margin', money, isAdding: false }, marks: [] });
  },
  prepare: prepareWithdrawal,
  restore: body => {
    const { request, before, currency } = JournalBody.parse(body);
    return { request, action: withdrawalAction(request, before, currency) };
  },
};

/**
 * Added margin is removed first, then the initial one: only both together show the removed amount. Null: not both are stated.
 */
function ownMarginOf({ addedMargin, initialMargin }: Position): Decimal | null {
  return addedMargin === null || initialMargin === null ? null : add(addedMargin, initialMargin);
}

async function prepareWithdrawal(
  request: MarginWithdrawal,
  { client }: ActionContext,
): Promise<Result<TradingAction<Decimal>>> {
  const { amount } = request;
  if (!isPositive(amount)) return fail('invalid-request', 'The amount must be above zero.', { field: 'amount' });
  const read = await readPosition(client, request);
  if (!read.ok) return read;
  const position = read.value;
  if (position === undefined) {
    return fail('invalid-request', 'There is no open position to remove margin from.', { field: 'symbol' });
  }
  if (position.marginMode !== 'isolated') {
    return fail('invalid-request', 'Only isolated positions allow margin to be removed.', { field: 'symbol' });
  }
  const { id: positionId, openedAtMs, quantity, settleCurrency } = position;
  const ownMargin = ownMarginOf(position);
  if (ownMargin === null) {
    return fail('invalid-request', 'Not sent: the exchange does not state the margin of this position.', {
      field: 'symbol',
    });
  }
  const before = { positionId, openedAtMs, quantity, ownMargin };
  return succeed(withdrawalAction(request, before, settleCurrency));
}

function withdrawalAction(request: MarginWithdrawal, before: Before, currency: string): TradingAction<Decimal> {
  const { id, symbol, amount } = request;
  return {
    kind: 'withdraw-margin',
    key: id,
    symbol,
    summary: `Take ${amount} ${currency} margin out of ${positionKey(request)}`,
    body: { request, before, currency },
    send: client =>
      client.futuresAccount.withdrawMargin({ symbol, ...sideField(request.positionSide), amount }, asAction),
    lookUp: async client => {
      const first = await look(client, request, before);
      // a position that has not moved in two readings has not been taken from
      return first.state === 'not-done' ? look(client, request, before) : first;
    },
    isAlready: () => false,
  };
}

/** Amounts are kept to eight digits at the exchange. */
const precision = '0.00000001';

async function look(client: ExchangeClient, request: MarginWithdrawal, before: Before): Promise<LookupResult<Decimal>> {
  const { amount } = request;
  const read = await readPosition(client, request);
  if (!read.ok) return toFailedLookup(read.error);
  const position = read.value;
  const isSame =
    position !== undefined &&
    position.id === before.positionId &&
    position.openedAtMs === before.openedAtMs &&
    compare(position.quantity, before.quantity) === 0;
  if (!isSame) {
    const detail =
      'The position is closed or has another size, so its margin proves nothing. Fathom is still checking.';
    return { state: 'unsure', detail };
  }
  const ownMargin = ownMarginOf(position);
  if (ownMargin === null)
    return {
      state: 'unsure',
      detail: 'The exchange does not state the margin of the position now. Fathom is still checking.',
    };
  const taken = subtract(before.ownMargin, ownMargin);
  if (isZero(taken)) return { state: 'not-done', detail: 'Not removed: the margin is unchanged. You can try again.' };
  if (compare(absolute(subtract(taken, amount)), precision) > 0)
    return {
      state: 'unsure',
      detail: `The margin changed by ${taken}, which is another amount. Fathom is still checking.`,
    };
  return { state: 'done', value: amount, detail: `Removed: the margin is ${taken} lower.` };
}
