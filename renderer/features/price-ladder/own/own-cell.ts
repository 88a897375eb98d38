import { type Decimal, isPositive } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { RowAction, RowActionStage } from '../actions/row-actions.ts';
import { shortSize } from '../model/ladder-texts.ts';
import { type MovableMark, type OwnMark, type OwnMarks, type Placed, restOfMarks } from './own-marks.ts';
import { rowOf } from '../model/row-window.ts';

/**
 * The content of an own column: `ghost` at the old price of an order that moves, `target` at its new one, `planned`
 * where a rung of a ladder would rest.
 */
export type OwnTone = 'resting' | 'stop' | 'ghost' | 'target' | 'planned' | 'cancelling' | RowActionStage;

export interface OwnCell {
  readonly text: string;
  /** null: empty */
  readonly tone: OwnTone | null;
  /** there is an order here that can be cancelled or moved */
  readonly isHeld: boolean;
}

/** An order or a rung that is being moved by the pointer or the keys, and where it would go now. */
export interface Moving<M extends MovableMark = MovableMark> {
  readonly mark: M;
  /** null: beside the rows */
  readonly to: number | null;
}

export interface OwnCellOptions {
  readonly marks: OwnMarks;
  readonly rungs: Placed<MovableMark>;
  readonly actions: readonly RowAction[];
  readonly moving: Moving | null;
  readonly step: Decimal;
}

function sizeOf(size: Decimal | null): string {
  return size === null ? 'all' : shortSize(size);
}

function textOfMarks(marks: readonly OwnMark[]): string {
  const rest = restOfMarks(marks);
  const [only] = marks;
  const size = isPositive(rest) || only === undefined ? shortSize(rest) : 'all';
  return `${marks.every(({ isStop }) => isStop) ? 's ' : ''}${size}${marks.length > 1 ? `(${marks.length})` : ''}`;
}

/** How the orders of a row look while something is under way with one of them. */
function toneOfMarks(marks: readonly OwnMark[], { actions, moving }: OwnCellOptions): OwnTone {
  const isIn = (id: string | null) => marks.some(mark => mark.id === id);
  const under = actions.find(
    ({ kind, stage, orderId }) =>
      kind !== 'place' && isIn(orderId) && (stage === 'sending' || stage === 'done' || stage === 'unknown'),
  );
  if (under?.stage === 'unknown') return 'unknown';
  if (under !== undefined) return under.kind === 'cancel' ? 'cancelling' : 'ghost';
  if (moving !== null && isIn(moving.mark.id)) return 'ghost';
  return marks.every(({ isStop }) => isStop) ? 'stop' : 'resting';
}

/** What an own column shows in a row: orders that are there, an action under way, what is planned, or nothing. */
export function ownCell(side: Side, row: number, options: OwnCellOptions): OwnCell {
  const { marks, actions, moving, step } = options;
  const here = marks.at(side, row);
  const isHeld = here.length > 0;
  if (moving?.to === row && moving.mark.side === side && !here.some(({ id }) => id === moving.mark.id))
    return { text: `→ ${sizeOf(moving.mark.rest)}`, tone: 'target', isHeld };
  const action = actions.findLast(
    each =>
      each.side === side &&
      rowOf(each.price, step, side === 'buy' ? 'floor' : 'ceil') === row &&
      // the list shows a done action; until then its tick is here
      !(each.stage === 'done' && (isHeld || each.kind === 'cancel')) &&
      !(each.kind === 'cancel' && isHeld && each.stage !== 'refused'),
  );
  if (action !== undefined) return { text: textOfAction(action), tone: action.stage, isHeld };
  const planned = plannedText(options.rungs.at(side, row));
  if (isHeld)
    return {
      text: `${textOfMarks(here)}${planned === '' ? '' : ` +${planned}`}`,
      tone: toneOfMarks(here, options),
      isHeld,
    };
  return planned === '' ? empty : { text: planned, tone: 'planned', isHeld };
}

/** What would rest here of a ladder that is not sent yet. */
function plannedText(rungs: readonly MovableMark[]): string {
  return rungs.length === 0 ? '' : shortSize(restOfMarks(rungs));
}

const empty: OwnCell = { text: '', tone: null, isHeld: false };

const signs: Readonly<Record<RowActionStage, string>> = {
  sending: '…',
  done: '✓',
  refused: '✕',
  unknown: '?',
  absent: '✕',
  dry: 'dry',
};

function textOfAction({ size, stage }: RowAction): string {
  return `${signs[stage]} ${sizeOf(size)}`;
}
