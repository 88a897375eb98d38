import { useEffect, useRef, useState } from 'react';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import { refreshList } from '#bridge/account/use-account-list.ts';
import { useVenueLists, type VenueList, type VenuePart } from '#bridge/account/use-venue-lists.ts';
import { useWrite } from '#bridge/use-write.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { type CancelAnswers, type ListReading, partOf, type Verification, verify } from './cancel-progress.ts';
import { type Cancellable, type CancelKind, orderKey } from './cancel-scopes.ts';
import { runCancels } from './run-cancels.ts';

/** Between two readings of what is still active, and how many there are: after them the lists keep their own pace. */
const readAgainMs = 1000;
const mostReadings = 5;

const listNames: Readonly<Record<CancelKind, Readonly<Partial<Record<VenuePart, AccountListName>>>>> = {
  orders: { spot: 'spot.orders', margin: 'margin.orders', futures: 'futures.orders' },
  stops: { spot: 'spot.stops', futures: 'futures.stops' },
};

function readingOf({ part, reading }: VenueList<Cancellable>): ListReading {
  const { data: rows, updatedAtMs: asOfMs, isRefreshing, error } = reading;
  const lack = missingOf(reading.completeness)
    .map(missing => `${missing.part}: ${missing.reason}`)
    .join(' ');
  return {
    of: part,
    rows: own(rows),
    part: reading.part ?? part,
    asOfMs,
    isRefreshing,
    error,
    lack: lack === '' ? null : lack,
  };
}

/** The rows that may be cancelled: a stop of the margin system may not. */
function own(rows: readonly (Cancellable & { readonly placedBy?: string })[] | undefined) {
  return rows?.filter(({ placedBy }) => placedBy !== 'margin-system');
}

/** The active orders of all venues, or the stops that wait, whatever the table behind the sheet is narrowed to. */
export function useActiveLists(profileId: string, kind: CancelKind): readonly ListReading[] {
  return useVenueLists<CancelKind>(profileId, kind, { market: null }).map(readingOf);
}

/** One confirmed cancel of many. */
export interface CancelRun {
  readonly kind: CancelKind;
  readonly orders: readonly Cancellable[];
  readonly answers: CancelAnswers;
  /** when the last answer came, epoch ms; null: it is being sent */
  readonly answeredAtMs: number | null;
}

export interface CancelMany {
  /** null: nothing has been confirmed */
  readonly run: CancelRun | null;
  /** null: not all has been answered yet */
  readonly verification: Verification | null;
  readonly start: (orders: readonly Cancellable[]) => Promise<void>;
  /** sends nothing more; what is under way is awaited */
  readonly stop: () => void;
}

/** An order on borrowed money has an endpoint of its own, and so have stops. */
function useSend(profileId: string, kind: CancelKind) {
  const stop = useWrite('stops.cancel');
  const plain = useWrite('orders.cancel');
  const margin = useWrite('margin.cancel');
  return ({ venue, symbol, id: orderId, tradeType, pairId }: Cancellable) => {
    const isMargin = marginTypeOf(tradeType) !== undefined;
    if (kind === 'stops') return stop.send({ profileId, venue, symbol, orderId, isMargin, ...(pairId && { pairId }) });
    return isMargin ? margin.send({ profileId, symbol, orderId }) : plain.send({ profileId, venue, symbol, orderId });
  };
}

/** The lists that show the outcome of a run, by name. */
function listsOf({ orders, kind }: CancelRun): readonly AccountListName[] {
  const parts = listNames[kind];
  const partNames = Object.keys(parts).map(of => ({ of: of === 'spot' || of === 'margin' ? of : 'futures' }) as const);
  const names = orders.map(order => parts[partOf(order, partNames)]);
  return [...new Set(names.filter(name => name !== undefined))];
}

/** Has the lists of the orders read, from when the last answer came until none of the orders is in them. */
function useReadAgain(profileId: string, run: CancelRun | null, isOver: boolean): void {
  const sinceMs = run?.answeredAtMs ?? null;
  const names = run === null ? '' : listsOf(run).join(' ');
  useEffect(() => {
    if (sinceMs === null || isOver) return undefined;
    let readings = 0;
    const read = () => {
      readings += 1;
      for (const parts of Object.values(listNames))
        for (const list of Object.values(parts)) if (names.includes(list)) void refreshList(profileId, list);
      if (readings === mostReadings) clearInterval(timer);
    };
    const timer = setInterval(read, readAgainMs);
    read();
    return () => clearInterval(timer);
  }, [profileId, names, sinceMs, isOver]);
}

const waitUntil = (atMs: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, Math.max(0, atMs - Date.now()));
  });

/**
 * Sends row by row what was confirmed; the lists of the account, read again after the last answer, show the outcome.
 */
export function useCancelMany(profileId: string, kind: CancelKind, lists: readonly ListReading[]): CancelMany {
  const [run, setRun] = useState<CancelRun | null>(null);
  const isStopped = useRef(false);
  const send = useSend(profileId, kind);
  const sinceMs = run?.answeredAtMs ?? null;
  const verification = run === null || sinceMs === null ? null : verify(run.orders, lists, sinceMs);
  const isOver = verification?.left.length === 0 && verification.unread.length === 0;
  useReadAgain(profileId, run, isOver);
  const start = async (orders: readonly Cancellable[]) => {
    isStopped.current = false;
    setRun({ kind, orders, answers: new Map(), answeredAtMs: null });
    await runCancels({
      orders,
      send,
      publish: (order, answer) =>
        setRun(now => now && { ...now, answers: new Map([...now.answers, [orderKey(order), answer]]) }),
      isStopped: () => isStopped.current,
      waitUntil,
    });
    setRun(now => now && { ...now, answeredAtMs: Date.now() });
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, verification, start, stop };
}
