import { type RefObject, useMemo, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { LiveBook, Touch } from '#shared/domain/live.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { type ActionFacts, useActionFacts } from '#bridge/actions/use-action-facts.ts';
import { ghostsOf, useLadderStore } from '#state/ladder-store.ts';
import { type Arming, useArming } from '#ui/form/use-arming.ts';
import type { RowAction } from './actions/row-actions.ts';
import { useRowActions } from './actions/use-row-actions.ts';
import { readDrop } from './model/drag-rules.ts';
import type { TakingOfMarket } from './model/ladder-order.ts';
import { isCrossedView, type PriceRow, ladderRows, bookError, touchOfView } from './model/ladder-rows.ts';
import { stopWayOf } from './own/move-order.ts';
import type { Moving } from './own/own-cell.ts';
import { accountFirst, isSharedRow, type OwnMark, type OwnMarks, type Placed, placeMarks } from './own/own-marks.ts';
import { placeRungs, type RungMark } from './own/rungs.ts';
import { readPress, stopError } from './model/press-rules.ts';
import { priceOf, rowOf, type LadderWindow } from './model/row-window.ts';
import { type ClickSize, type TakingChoice, useClickSize, useTaking } from './use-click-settings.ts';
import { type LadderActions, useLadderActions } from './use-ladder-actions.ts';
import { useLadderBook } from './use-ladder-book.ts';
import { useRowSteps } from './use-row-steps.ts';
import { type LadderCursorKeys, useLadderCursor, useLadderWindowKeys } from './use-ladder-cursor.ts';
import { type LadderOwn, useLadderOwn } from './use-ladder-own.ts';
import { type LadderPointer, type ReadyPress, useLadderPointer } from './use-ladder-pointer.ts';
import { type HeldRows, useFittingRows, useRowWindow } from './use-row-window.ts';

/** All that one ladder shows and does. */
export interface PriceLadder extends ClickSize {
  readonly facts: ActionFacts | null;
  readonly book: LiveBook | undefined;
  /** why nothing may be asked of the book, as a sentence; null: it is live */
  readonly bookValidationError: string | null;
  readonly isCrossed: boolean;
  readonly touch: Touch;
  readonly step: Decimal;
  readonly tick: Decimal;
  readonly onStep: (by: 1 | -1) => void;
  readonly held: HeldRows;
  readonly rows: readonly PriceRow[];
  readonly marks: OwnMarks;
  /** of the ladder that is being composed */
  readonly rungs: Placed<RungMark>;
  readonly own: LadderOwn;
  readonly rowActions: readonly RowAction[];
  readonly moving: Moving | null;
  readonly pointer: LadderPointer;
  readonly keys: LadderCursorKeys;
  readonly actions: LadderActions;
  readonly arming: Arming;
  /** that a press trades for, and of which orders of a side are cancelled together */
  readonly account: TradeType;
  /** out of which account a press trades; null: there is nothing to choose */
  readonly taking: TakingOfMarket | null;
  readonly onTaking: TakingChoice['onTaking'];
}

/** Twice what is shown, so that the ladder may be scrolled a little before levels run out. */
function rowsToAsk(count: number): number {
  return Math.min(500, Math.max(100, count * 2));
}

/** The book without any grouping; null while it is not live. */
function everyLevel(facts: ActionFacts | null) {
  return facts !== null && facts.book.state === 'live' ? facts.book : null;
}

export function usePriceLadder(profile: Profile, market: Market, box: RefObject<HTMLElement | null>): PriceLadder {
  const { id: profileId } = profile;
  const facts = useActionFacts(profileId, market);
  const count = useFittingRows(box);
  const asked = rowsToAsk(count);
  const steps = useRowSteps(profileId, market);
  const { tick, step } = steps;
  const { book, now } = useLadderBook({ profileId, market, step: steps.grouping, rows: asked });
  const { isCrossed, ...seen } = useTouch(book);
  steps.choose(seen.touch.bid ?? seen.touch.ask);
  // until it is known how far rows stand apart, there are none
  const touch = steps.isChosen ? seen.touch : noTouch;
  const own = useLadderOwn(profileId, market, everyLevel(facts));
  const { takingOf, choice, onTaking } = useTaking(profileId, market, facts);
  const account = market.venue === 'futures' ? 'futures' : takingOf('buy').account;
  const marks = useMemo(() => placeMarks(accountFirst(own.marks ?? [], account), step), [own.marks, account, step]);
  const rungs = useRungs(market, step);
  const rowActions = useRowActions({ profileId, market }, own.marks);
  const bookValidationError = bookError(book);
  const arming = useArming(bookValidationError === null);
  const sized = useClickSize(market);
  const actions = useLadderActions({ profile, market, facts, takingOf, size: sized.size, isArmed: arming.isArmed });
  const [isPointed, setHeld] = useState(false);
  const held = useRowWindow({ touch, step, count, isHeld: isPointed });
  const { presets, onSize } = sized;
  const { pointer, keys } = useHands({ marks, rungs, held, actions, now, step, presets, onSize });
  const moving = pointer.moving ?? keys.moving;
  const isHeld = pointer.pointed !== null || moving !== null;
  if (isHeld !== isPointed) setHeld(isHeld);
  useLadderWindowKeys({ onCentre: held.centre, onStep: steps.onStep });
  const { window } = held;
  const rows = useRows(book, window, asked);
  return {
    facts,
    book,
    bookValidationError,
    isCrossed,
    touch,
    step,
    tick,
    onStep: steps.onStep,
    held,
    rows,
    marks,
    rungs,
    own,
    rowActions,
    moving,
    pointer,
    keys,
    actions,
    arming,
    ...sized,
    account,
    taking: choice,
    onTaking,
  };
}

const noTouch: Touch = { bid: null, ask: null };

/** The touch of a crossed book is no market to stand at. */
function useTouch(book: LiveBook | undefined): { readonly touch: Touch; readonly isCrossed: boolean } {
  return useMemo(() => {
    const isCrossed = book !== undefined && isCrossedView(book);
    return { isCrossed, touch: book === undefined || isCrossed ? noTouch : touchOfView(book) };
  }, [book]);
}

/** What the batch ladder would place in this market, as in book and charts. */
function useRungs(market: Market, step: Decimal): Placed<RungMark> {
  const ghosts = useLadderStore(state => ghostsOf(state.ghosts, market));
  return useMemo(() => placeRungs(ghosts, step), [ghosts, step]);
}

/** As if its price was typed into the grid of the ladder; beside the rows it stays. */
function moveRung({ rung }: RungMark, price: Decimal | null): void {
  if (price !== null) useLadderStore.getState().ghosts?.move(rung, price, false);
}

const noRows: readonly PriceRow[] = [];

function useRows(book: LiveBook | undefined, window: LadderWindow | null, asked: number): readonly PriceRow[] {
  return useMemo(
    () => (book === undefined || window === null ? noRows : ladderRows(book, window, asked)),
    [book, window, asked],
  );
}

interface HandsOptions {
  readonly marks: OwnMarks;
  readonly rungs: Placed<RungMark>;
  readonly held: HeldRows;
  readonly actions: LadderActions;
  /** the book of this very moment */
  readonly now: () => LiveBook | undefined;
  readonly step: Decimal;
  readonly presets: readonly string[];
  readonly onSize: (size: string) => void;
}

/** What the pointer and the keys do, held against the book of the moment. */
function useHands({ marks, rungs, held, actions, now, step, presets, onSize }: HandsOptions) {
  const touchNow = () => touchOfView(now() ?? { bids: [], asks: [] });
  const refuse = (text: string) => actions.say({ text, isError: true });
  const drop = (mark: OwnMark, to: Decimal | null, sinceShiftMs: number) => {
    const moved = { side: mark.side, price: mark.price, stopWay: stopWayOf(mark) };
    const isShared = isSharedRow(marks, mark, step);
    const meaning = readDrop({
      moved,
      isShared,
      to,
      sinceShiftMs,
      bookValidationError: bookError(now()),
      touch: touchNow(),
    });
    held.rest();
    if (meaning.kind === 'refused') refuse(meaning.reason);
    if (meaning.kind === 'amend') actions.move(mark, meaning.price);
  };
  const onPress = (press: ReadyPress) => {
    const meaning = readPress({ ...press, bookValidationError: bookError(now()), touch: touchNow() });
    if (meaning.kind === 'centre') return held.centre();
    if (meaning.kind === 'refused') return refuse(meaning.reason);
    if (meaning.kind === 'nothing') return undefined;
    held.rest();
    if (meaning.kind === 'place') return actions.press(meaning);
    const row = rowOf(meaning.price, step, 'half-even');
    return actions.cancel(marks.at(meaning.side, row).slice(0, 1));
  };
  const pointer = useLadderPointer({
    marks,
    rungs,
    sinceShiftMs: held.sinceShiftMs,
    onPress,
    onDrop: (mark, to, sinceShiftMs) => {
      if ('rung' in mark) moveRung(mark, to?.price ?? null);
      else drop(mark, to?.price ?? null, sinceShiftMs);
    },
  });
  const keys = useLadderCursor({
    window: held.window,
    marks,
    onPlace: ({ row, side }, order) => {
      const price = priceOf(row, step);
      const way = side === 'buy' ? 'up' : 'down';
      const validationError = bookError(now()) ?? (order === 'stop' ? stopError(way, price, touchNow()) : null);
      if (validationError === null) actions.press({ order, side, price });
      else refuse(validationError);
    },
    // a key press is deliberate: it is never ignored, and has the price of the cursor
    onMove: (mark, row) => drop(mark, priceOf(row, step), Number.POSITIVE_INFINITY),
    onCancel: actions.cancel,
    onShow: held.show,
    onPreset: index => {
      const preset = presets[index] ?? '';
      if (preset !== '') onSize(preset);
    },
  });
  return { pointer, keys };
}
