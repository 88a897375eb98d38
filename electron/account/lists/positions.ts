import type { Position } from '#shared/domain/futures.ts';
import type { FeedPosition, PositionUpdate } from '#client/feed/messages.ts';
import { createBatch } from '#time/batch.ts';
import { createCompletion } from '../completion.ts';
import type { OwnNeeds } from './orders.ts';

export interface OwnPositions {
  readonly take: (update: PositionUpdate) => void;
  /** Frames may be missing: read them again. */
  readonly reload: () => void;
  readonly stop: () => void;
}

const gapMs = 2_000;
const theList = 'positions';

type FullUpdate = Extract<PositionUpdate, { kind: 'full' }>;
type SparseUpdate = Extract<PositionUpdate, { kind: 'sparse' }>;

interface Keeper {
  readonly known: Map<string, Position>;
  /** whole rows that came before REST told their ids */
  readonly waiting: Map<string, FeedPosition>;
  readonly publish: (position: Position) => void;
  readonly reload: () => void;
}

function tell(keeper: Keeper, position: Position): void {
  if (position.isOpen) keeper.known.set(position.symbol, position);
  // the next one under this symbol is another position, with an id of its own
  else keeper.known.delete(position.symbol);
  keeper.publish(position);
}

function takeFull(keeper: Keeper, { symbol, position }: FullUpdate): void {
  const known = keeper.known.get(symbol);
  if (known !== undefined) {
    if (position.asOfMs >= known.asOfMs) tell(keeper, { ...position, id: known.id });
    return;
  }
  const waiting = keeper.waiting.get(symbol);
  if (waiting !== undefined && waiting.asOfMs > position.asOfMs) return;
  keeper.waiting.set(symbol, position);
  keeper.reload();
}

/** The few figures of a sparse frame are laid over the row; all the others stay as they were. */
function takeSparse(keeper: Keeper, { symbol, patch, asOfMs }: SparseUpdate): void {
  const known = keeper.known.get(symbol);
  if (known !== undefined) {
    if (asOfMs >= known.asOfMs) tell(keeper, { ...known, ...patch, asOfMs });
    return;
  }
  const waiting = keeper.waiting.get(symbol);
  if (waiting === undefined) keeper.reload();
  else if (asOfMs >= waiting.asOfMs) keeper.waiting.set(symbol, { ...waiting, ...patch, asOfMs });
}

/** Whether the list had everything that frames told of. */
function takeList(keeper: Keeper, list: readonly Position[]): boolean {
  const { known, waiting } = keeper;
  for (const row of list) {
    const pushed = waiting.get(row.symbol);
    waiting.delete(row.symbol);
    const standing = known.get(row.symbol);
    const newest = pushed !== undefined && pushed.asOfMs >= row.asOfMs ? { ...pushed, id: row.id } : row;
    if (standing === undefined || newest.asOfMs >= standing.asOfMs) tell(keeper, newest);
  }
  for (const [symbol, { isOpen }] of waiting) if (!isOpen) waiting.delete(symbol);
  closeMissing(keeper, list);
  return waiting.size === 0;
}

/** The list has open positions only: what was known and is not on it was closed while we did not hear. */
function closeMissing(keeper: Keeper, list: readonly Position[]): void {
  const listed = new Set(list.map(({ symbol }) => symbol));
  for (const [symbol, position] of keeper.known)
    if (!listed.has(symbol)) tell(keeper, { ...position, isOpen: false, quantity: '0' });
}

/** Own futures positions: whole rows replace, sparse ones are merged (facts.md §5.4). `missed`: REST never told enough. */
export function createOwnPositions(
  { client, world, log }: OwnNeeds,
  publish: (positions: Position[]) => void,
  missed: () => void,
): OwnPositions {
  const batch = createBatch<Position>({
    world,
    most: null,
    flush: positions => publish([...new Map(positions.map(position => [position.symbol, position])).values()]),
  });
  const completion = createCompletion<readonly Position[]>({
    world,
    gapMs,
    ask: (_key, signal) => client.futures.positions({}, { priority: 'visible', signal }),
    answered: (_key, list) => takeList(keeper, list),
    failed: (_key, { error, isLast }) => {
      if (!isLast) return;
      log.warn('positions.not-completed', { kind: error?.kind ?? 'missing' });
      keeper.waiting.clear();
      missed();
    },
  });
  const keeper: Keeper = {
    known: new Map(),
    waiting: new Map(),
    publish: batch.add,
    reload: () => completion.want(theList),
  };
  return {
    take(update) {
      if (update.kind === 'full') takeFull(keeper, update);
      else if (update.kind === 'sparse') takeSparse(keeper, update);
      else keeper.reload();
    },
    reload: keeper.reload,
    stop() {
      completion.stop();
      batch.stop();
    },
  };
}
