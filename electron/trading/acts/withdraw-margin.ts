import { readPosition } from './read-position.ts';
import * as z from 'zod/mini';
import { absolute, add, compare, type Decimal, isPositive, isZero, subtract } from '#shared/decimal.ts';
import { MarginWithdrawal } from '#shared/domain/account/futures-account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, sideField } from '#shared/domain/market/position-key.ts';
import { DecimalText, EpochMs } from '#shared/domain/scalars.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type Act, type ActContext, type ActType, asAct, cannotTell, type LookupResult } from '../act.ts';

/** The position as it was before: what was taken out shows as the difference. */
const Before = z.object({
  positionId: z.string(),
  openedAtMs: EpochMs,
  quantity: DecimalText,
  ownMargin: DecimalText,
});
type Before = z.infer<typeof Before>;

const JournalBody = z.object({ request: MarginWithdrawal, before: Before, currency: z.string() });

/** Taking margin out of an isolated position. It carries no mark of ours: docs/exchange/endpoints.md §9.5. */
export const withdrawMargin: ActType<MarginWithdrawal, Decimal> = {
  kinds: ['withdraw-margin'],
  // one at a time of a position: two could not be told apart by the margin they leave
  identify: request => ({
    kind: 'withdraw-margin',
    key: request.id,
    payload: request,
    lock: positionKey(request),
    mayRepeat: false,
    isOnce: true,
  }),
  cost: () => ({ budget: 'acts', rows: 1 }),
  policy: async ({ symbol, amount }, { client, instruments }) => {
    const contract = await instruments.contract(client, symbol);
    if (!contract.ok) return contract;
    const money = { currency: contract.value.settleCurrency, amount };
    return succeed({ act: { kind: 'move-margin', money, isAdding: false }, marks: [] });
  },
  prepare: prepareWithdrawal,
  restore: body => {
    const { request, before, currency } = JournalBody.parse(body);
    return { request, act: withdrawalAct(request, before, currency) };
  },
};

/** Added margin goes first, then the initial one: only both together tell what was taken out. */
function ownMarginOf({ addedMargin, initialMargin }: Position): Decimal {
  return add(addedMargin ?? '0', initialMargin);
}

async function prepareWithdrawal(request: MarginWithdrawal, { client }: ActContext): Promise<Result<Act<Decimal>>> {
  const { amount } = request;
  if (!isPositive(amount)) return fail('invalid-request', 'The amount must be above zero.', { field: 'amount' });
  const read = await readPosition(client, request);
  if (!read.ok) return read;
  const position = read.value;
  if (position === undefined) {
    return fail('invalid-request', 'There is no open position to take margin out of.', { field: 'symbol' });
  }
  if (position.marginMode !== 'isolated') {
    return fail('invalid-request', 'Margin can be taken out of an isolated position only.', { field: 'symbol' });
  }
  const { id: positionId, openedAtMs, quantity, settleCurrency } = position;
  const before = { positionId, openedAtMs, quantity, ownMargin: ownMarginOf(position) };
  return succeed(withdrawalAct(request, before, settleCurrency));
}

function withdrawalAct(request: MarginWithdrawal, before: Before, currency: string): Act<Decimal> {
  const { id, symbol, amount } = request;
  return {
    kind: 'withdraw-margin',
    key: id,
    symbol,
    summary: `Take ${amount} ${currency} margin out of ${positionKey(request)}`,
    body: { request, before, currency },
    send: client => client.futuresAccount.withdrawMargin({ symbol, ...sideField(request.positionSide), amount }, asAct),
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
  if (!read.ok) return cannotTell(read.error);
  const position = read.value;
  const isSame =
    position !== undefined &&
    position.id === before.positionId &&
    position.openedAtMs === before.openedAtMs &&
    compare(position.quantity, before.quantity) === 0;
  if (!isSame) {
    const detail = 'The position has closed or has another size now, so its margin does not tell; still looking.';
    return { state: 'unsure', detail };
  }
  const taken = subtract(before.ownMargin, ownMarginOf(position));
  if (isZero(taken))
    return { state: 'not-done', detail: 'Not taken out: the margin is as before. It is safe to try again.' };
  if (compare(absolute(subtract(taken, amount)), precision) > 0)
    return { state: 'unsure', detail: `The margin changed by ${taken}, which is another amount; still looking.` };
  return { state: 'done', value: amount, detail: `Taken out: the margin is less by ${taken}.` };
}
