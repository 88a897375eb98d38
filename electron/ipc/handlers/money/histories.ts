import type { Fill } from '#shared/domain/account/fill.ts';
import type { PastPosition, PastStep } from '#shared/domain/account/past.ts';
import { type RowKind, unreadablePart } from '#shared/domain/completeness.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import {
  pastFills,
  type PastMarket,
  pastOrders,
  type PastReads,
  pastWithdrawals,
  recentMarginFills,
} from '#account/past/past-lists.ts';
import { walkPast } from '#account/past/walk-past.ts';
import type { Handlers } from '../../gate.ts';
import { asPatient, type HandlerOptions } from '../handler-options.ts';

type Names = 'history.orders' | 'history.fills' | 'history.withdrawals' | 'history.stop';

/** Reads that can be stopped, by the name that the page gave them. */
function createStops() {
  const underWay = new Map<string, AbortController>();
  return {
    stop: (id: string) => underWay.get(id)?.abort(),
    async during<T>(id: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const controller = new AbortController();
      underWay.set(id, controller);
      try {
        return await read(controller.signal);
      } finally {
        if (underWay.get(id) === controller) underWay.delete(id);
      }
    },
  };
}

interface FillWalk extends PastMarket {
  readonly fromMs: number;
  readonly at: PastPosition;
}

/** The list of a pair's margin fills as far back as it goes, then the older list that has all of them. */
async function walkFills(reads: PastReads, walk: FillWalk): Promise<Result<PastStep<Fill>>> {
  const { nowMs } = reads;
  const { symbol, margin } = walk;
  if (symbol !== null && margin !== undefined) {
    const recent = recentMarginFills(reads, { symbol, tradeType: margin });
    if (walk.at.toMs > recent.sinceMs + 1) {
      const read = await walkPast(recent, { ...walk, nowMs });
      if (!read.ok || read.value.next !== null || walk.fromMs >= recent.sinceMs) return read;
      return succeed({ ...read.value, next: { toMs: recent.sinceMs + 1, after: null }, end: null });
    }
  }
  return await walkPast(pastFills(reads, walk), { ...walk, nowMs });
}

/** The past of the account, one request of the exchange at a time. */
export function historyHandlers({ profiles }: Pick<HandlerOptions, 'profiles'>): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  const stops = createStops();
  const reading = <T>(
    kind: RowKind,
    { profileId, readId }: { readonly profileId: string; readonly readId: string },
    read: (reads: PastReads) => Promise<Result<PastStep<T>>>,
  ): Promise<Result<PastStep<T>>> =>
    onAccount(profileId, ({ client }) =>
      stops.during(readId, async signal => {
        const odd = collectUnreadable();
        const options = { ...asPatient, signal, unreadable: odd.unreadable };
        const step = await read({ client, nowMs: Date.now(), options });
        if (!step.ok) return step;
        return succeed({ ...step.value, forgotten: [...unreadablePart(kind, odd.all()), ...step.value.forgotten] });
      }),
    );
  return {
    'history.orders': walk =>
      reading('order', walk, reads => walkPast(pastOrders(reads, walk), { ...walk, nowMs: reads.nowMs })),
    'history.fills': walk => reading('fill', walk, reads => walkFills(reads, walk)),
    'history.withdrawals': walk =>
      reading('withdrawal', walk, reads => walkPast(pastWithdrawals(reads), { ...walk, nowMs: reads.nowMs })),
    'history.stop': ({ profileId, readId }) =>
      onAccount(profileId, () => {
        stops.stop(readId);
        return Promise.resolve(succeed({}));
      }),
  };
}
