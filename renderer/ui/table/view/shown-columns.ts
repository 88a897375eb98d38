import { type ReactNode, useMemo } from 'react';
import {
  besideCorner,
  type Column,
  hasEssentials,
  markPx,
  stretch,
  widenColumns,
  widenForFigures,
  widthOf,
  withMarkColumn,
} from '../column.ts';
import type { Marks } from '../marks.ts';
import type { Viewport } from '../use-viewport.ts';
import { windowRows } from '../window-rows.ts';

export interface NarrowActions<Row> {
  readonly belowPx: number;
  readonly width: number;
  readonly render: (row: Row) => ReactNode;
}

/** What of a table decides which of its columns are shown. */
interface ShownTable<Row> {
  readonly columns: readonly Column<Row>[];
  readonly marks?: Marks | undefined;
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  readonly hasCorner?: boolean | undefined;
}

interface TableActions<Row> extends Pick<ShownTable<Row>, 'actions'> {
  readonly actionsWidth?: number | undefined;
  readonly narrowActions?: NarrowActions<Row> | undefined;
}

/** Of more rows than this a part is measured, and always those in sight. */
const mostMeasured = 200;

interface ShownOptions<Row> {
  readonly rows: readonly Row[];
  readonly viewport: Viewport;
  readonly actionsWidth: number;
}

/**
 * The columns that fit, as wide as their figures ask for. Where figures would be cut for them, or an essential column would
 * go, there are no boxes, unless a row is marked: what will be acted on is seen at every width, and the table is then
 * scrolled to the side.
 */
export function useShownColumns<Row>(
  { columns, marks, actions, hasCorner }: ShownTable<Row>,
  { rows, viewport, actionsWidth }: ShownOptions<Row>,
) {
  const hasMarks = marks !== undefined;
  const hasMarked = hasMarks && marks.marked.size > 0;
  const { widthPx, letterScale } = viewport;
  const step = Math.ceil(rows.length / mostMeasured);
  const wide = useMemo(() => {
    const some = step <= 1 ? rows : rows.filter((_, index) => index % step === 0);
    return widenColumns(columns, some, letterScale);
  }, [columns, rows, step, letterScale]);
  const { from, to } = windowRows({ rowCount: rows.length, ...viewport });
  const isCornered = hasCorner === true && actions === undefined;
  return useMemo(() => {
    const measured = step <= 1 ? wide : widenForFigures(wide, rows.slice(from, to), letterScale);
    const roomPx = widthPx === 0 ? 0 : Math.max(1, widthPx - actionsWidth);
    // the box is in the first shown column, which may be another one when the first was hidden
    const fit = (hasBoxes: boolean) => {
      const boxPx = hasBoxes && roomPx > 0 ? Math.min(markPx, roomPx - 1) : 0;
      const fitting = besideCorner(measured, { roomPx: roomPx - boxPx, hasCorner: isCornered });
      return { ...fitting, shown: withMarkColumn(fitting.shown, hasBoxes), hasBoxes };
    };
    const whole = fit(hasMarks);
    const isTooWide = whole.isTitleAside || (roomPx > 0 && widthOf(whole.shown) > roomPx);
    const isCramped = isTooWide || !hasEssentials(measured, whole.shown);
    return hasMarks && isCramped && !hasMarked ? fit(false) : whole;
  }, [wide, rows, step, from, to, widthPx, letterScale, actionsWidth, isCornered, hasMarks, hasMarked]);
}

/** The buttons of a row: small ones in a narrow table; their words are larger and longer than the usual as those of cells are. */
export function actionsFor<Row>(
  { actions, actionsWidth = 84, narrowActions }: TableActions<Row>,
  { widthPx, letterScale }: Viewport,
): { readonly actions: TableActions<Row>['actions']; readonly actionsWidth: number } {
  const scale = stretch * letterScale;
  if (narrowActions !== undefined && widthPx > 0 && widthPx < narrowActions.belowPx)
    return { actions: narrowActions.render, actionsWidth: Math.ceil(narrowActions.width * scale) };
  return { actions, actionsWidth: actions === undefined ? 0 : Math.ceil(actionsWidth * scale) };
}
