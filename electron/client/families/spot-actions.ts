import type { BatchOutcome, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, type FailureKind, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';
import { collectPages } from '../endpoints/pages.ts';
import type { SpotHfCalls } from '../endpoints/spot-hf/hf-calls.ts';
import type { CallOptions, SpotCalls } from '../types.ts';
import { failUnserved, isUnserved } from '../unserved.ts';
import type { AccountKind } from './account-kind.ts';
import type { PairFinder } from './pair-finder.ts';

interface SpotActionsOptions {
  readonly client: Pick<ExchangeClient, 'spot' | 'spotHf' | 'spotClassic'>;
  readonly kind: AccountKind;
  readonly finder: PairFinder;
  /** whether an order of this id is known to be one of the classic family */
  readonly isClassicOrder: (orderId: string) => boolean;
}

type Ask<T> = () => Promise<Result<T>>;

/** What the second family answers when it has no such order, or the key may not ask it. */
const absent: ReadonlySet<FailureKind> = new Set<FailureKind>(['not-found', 'permission']);

/** After `not-found` of one family the other is asked; what neither has is not found. */
async function askBoth<T>(first: Ask<T>, other: Ask<T>): Promise<Result<T>> {
  const answer = await first();
  if (answer.ok || answer.error.kind !== 'not-found') return answer;
  const second = await other();
  if (second.ok || !absent.has(second.error.kind)) return second;
  return isUnserved(answer.error) ? second : answer;
}

function byFamily<T>(isClassic: boolean, classic: Ask<T>, highFrequency: Ask<T>): Promise<Result<T>> {
  return isClassic ? askBoth(classic, highFrequency) : askBoth(highFrequency, classic);
}

type OneOrder = Pick<SpotCalls, 'order' | 'orderByClientOid' | 'cancel' | 'cancelByClientOid'>;

/** One order, read and cancelled where it was placed. */
export function createOrderActions({ client, kind, isClassicOrder }: SpotActionsOptions): OneOrder {
  const { spot, spotClassic } = client;
  const isClassic = (orderId?: string): boolean =>
    kind.now() === 'classic' || (orderId !== undefined && isClassicOrder(orderId));
  return {
    order: (ref, options) =>
      byFamily(
        isClassic(ref.orderId),
        () => spotClassic.order(ref, options),
        () => spot.order(ref, options),
      ),
    orderByClientOid: (ref, options) =>
      byFamily(
        isClassic(),
        () => spotClassic.orderByClientOid(ref, options),
        () => spot.orderByClientOid(ref, options),
      ),
    cancel: (ref, options) =>
      byFamily(
        isClassic(ref.orderId),
        () => spotClassic.cancel(ref, options),
        () => spot.cancel(ref, options),
      ),
    cancelByClientOid: (ref, options) =>
      byFamily(
        isClassic(),
        () => spotClassic.cancelByClientOid(ref, options),
        () => spot.cancelByClientOid(ref, options),
      ),
  };
}

/** docs/exchange/endpoints.md §3.9. */
const mostInClassicBatch = 5;

/** An order of a batch that was not sent, or whose answer was lost. */
function unanswered({ clientOid }: SpotOrderRequest, outcome: 'rejected' | 'unknown', reason: string): BatchOutcome {
  const nothing = { orderId: null, filledSize: null, remainingSize: null, cancelledSize: null };
  return { ...nothing, clientOid, outcome, failMessage: outcome === 'rejected' ? reason : null };
}

/** Sends a batch in parts that a classic account may send, one after the other; after a failure no further part is sent. */
async function placeInParts(
  place: ExchangeClient['spotClassic']['placeBatch'],
  orders: readonly SpotOrderRequest[],
  options: CallOptions,
): Promise<Result<readonly BatchOutcome[]>> {
  const outcomes: BatchOutcome[] = [];
  for (let from = 0; from < orders.length; from += mostInClassicBatch) {
    const part = orders.slice(from, from + mostInClassicBatch);
    const answer = await place({ orders: part }, options);
    if (answer.ok) {
      outcomes.push(...answer.value);
      continue;
    }
    if (from === 0) return answer;
    const { message, isOutcomeUnknown } = answer.error;
    const rest = orders.slice(from + mostInClassicBatch);
    outcomes.push(...part.map(order => unanswered(order, isOutcomeUnknown ? 'unknown' : 'rejected', message)));
    outcomes.push(...rest.map(order => unanswered(order, 'rejected', 'Not sent, because an earlier part failed.')));
    break;
  }
  return succeed(outcomes);
}

type Placing = Pick<SpotCalls, 'place' | 'placeBatch' | 'placeBatchSync'>;

/** Places in the family of the account. While the family is unknown nothing is sent. */
export function createPlacing({ client, kind, finder }: SpotActionsOptions): Placing {
  const { spot, spotClassic } = client;
  const batch =
    (send: SpotCalls['placeBatch']): SpotCalls['placeBatch'] =>
    async (input, options) => {
      finder.note(input.orders.map(({ symbol }) => symbol));
      const account = await kind.readForOrder(options);
      if (!account.ok) return account;
      if (account.value !== 'classic') return await send(input, options);
      return input.orders.length <= mostInClassicBatch
        ? await spotClassic.placeBatch(input, options)
        : await placeInParts(spotClassic.placeBatch, input.orders, options);
    };
  return {
    async place(order, options) {
      finder.note([order.symbol]);
      const account = await kind.readForOrder(options);
      if (!account.ok) return account;
      const place = account.value === 'classic' ? spotClassic.place : spot.place;
      return await place(order, options);
    },
    placeBatch: batch(spot.placeBatch),
    placeBatchSync: batch(spot.placeBatchSync),
  };
}

const pageSize = 500;
const maxPages = 20;

/** High-frequency calls that a classic order or a classic account does not have. docs/exchange/endpoints.md §3.10. */
export function createHighFrequencyActions({ client, kind, isClassicOrder }: SpotActionsOptions): SpotHfCalls {
  const { spot, spotHf } = client;
  return {
    ...spotHf,
    async alter(change, options) {
      if (kind.now() !== 'classic' && !isClassicOrder(change.orderId)) return await spotHf.alter(change, options);
      return failUnserved('The exchange cannot amend a classic order in one step.');
    },
    async setDeadCancel(input, options) {
      if (input.timeoutS === null) return await spotHf.setDeadCancel(input, options);
      const account = await kind.readForOrder(options);
      if (!account.ok) return account;
      if (account.value !== 'classic') return await spotHf.setDeadCancel(input, options);
      const message =
        'The exchange cancels only high-frequency orders on a timer; the orders of this account are classic.';
      return fail('invalid-request', message);
    },
    async fillsOfOrder(ref, options) {
      const read = await spotHf.fillsOfOrder(ref, options);
      const isElsewhere = read.ok ? read.value.items.length === 0 : read.error.kind === 'not-found';
      if (!isElsewhere) return read;
      const classic = await collectPages({
        fetchPage: page => spot.pastFills({ orderId: ref.orderId, page, pageSize }, options),
        idOf: fill => fill.tradeId,
        pageSize,
        maxPages,
      });
      return !classic.ok && classic.error.kind === 'not-found' ? read : classic;
    },
  };
}
