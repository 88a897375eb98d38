import { memo, type PointerEvent } from 'react';
import type { Sorting } from '#shared/domain/view/table-view.ts';
import type { Column } from './column.ts';
import type { Marks } from './marks.ts';
import { useStable } from './place/use-stable.ts';
import { type MoveColumn, useColumnMove } from './view/use-column-move.ts';
import { t } from '#shared/words/t.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: readonly Sorting[];
  readonly hasActions: boolean;
  readonly hasRest: boolean;
  /** the last title keeps away from what lies over the end of the head */
  readonly isTitleAside: boolean;
  /** the rows keep an older order while the pointer or focus is among them */
  readonly isHeld: boolean;
  /** of a table whose rows can be marked: its marks, and all rows in the order that is shown */
  readonly marks: MarkAllProps | undefined;
  /** `isAdded`: as one more key, with Shift */
  readonly onSort: (column: Column<Row>, isAdded: boolean) => void;
  /** px as drawn */
  readonly onResize: ((key: string, widthPx: number) => void) | undefined;
  readonly onMove: MoveColumn | undefined;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sorting, hasActions, hasRest, isTitleAside, isHeld, marks, onSort, onResize, onMove } = props;
  const move = useColumnMove(
    columns.map(({ key }) => key),
    onMove,
  );
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th
            key={column.key}
            scope="col"
            data-column={column.key}
            className={titleClass(column, {
              isOver: move.overKey === column.key,
              isAside: isTitleAside && index === columns.length - 1,
            })}
            {...move.handlersOf(column.key)}
            title={column.hint}
            aria-sort={sorting[0]?.key === column.key ? sorting[0].direction : undefined}
          >
            {index === 0 && marks !== undefined ? <MarkAll {...marks} /> : null}
            {column.compare === undefined ? (
              column.title
            ) : (
              <button type="button" className="table-sort" onClick={event => onSort(column, event.shiftKey)}>
                {column.title}
                <SortMark sorting={sorting} of={column.key} />
              </button>
            )}
            {onResize === undefined ? null : <Resizer onResize={widthPx => onResize(column.key, widthPx)} />}
          </th>
        ))}
        {hasActions ? (
          <th scope="col">
            <span className="visually-hidden">{t`Actions`}</span>
            {isHeld ? (
              <span
                className="table-held"
                title={t`No row moves while you are among them; they are sorted again after that`}
              >{t`order held`}</span>
            ) : null}
          </th>
        ) : null}
        {hasRest ? <td className="table-rest" aria-hidden="true" /> : null}
      </tr>
    </thead>
  );
}

function titleClass<Row>(
  { align = 'start' }: Column<Row>,
  { isOver, isAside }: { readonly isOver: boolean; readonly isAside: boolean },
): string {
  return `table-cell-${align}${isOver ? ' table-drop' : ''}${isAside ? ' table-title-aside' : ''}`;
}

/** Absolutely positioned, so that the title does not move when its mark appears. */
function SortMark({ sorting, of }: { readonly sorting: readonly Sorting[]; readonly of: string }) {
  const place = sorting.findIndex(({ key }) => key === of);
  const own = sorting[place];
  if (own === undefined) return null;
  return (
    <span className="table-sort-mark" aria-hidden="true">
      {own.direction === 'ascending' ? '▴' : '▾'}
      {sorting.length > 1 ? place + 1 : ''}
    </span>
  );
}

/** Narrower, nothing could be read. */
const leastPx = 30;
const mostPx = 1000;

/** The end of a title, to be dragged. By keys the width is typed in the sheet of the table. */
function Resizer({ onResize }: { readonly onResize: (widthPx: number) => void }) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget;
    const fromPx = handle.parentElement?.getBoundingClientRect().width;
    if (event.button !== 0 || fromPx === undefined) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const startPx = event.clientX;
    const move = (moved: globalThis.PointerEvent) =>
      onResize(Math.round(Math.min(mostPx, Math.max(leastPx, fromPx + moved.clientX - startPx))));
    handle.addEventListener('pointermove', move);
    const end = () => handle.removeEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  return <span className="table-resize" aria-hidden="true" onPointerDown={onPointerDown} />;
}

interface MarkAllProps {
  readonly marks: Marks;
  readonly rowCount: number;
  /** of all rows; made when they are asked for, since there may be very many */
  readonly keys: () => readonly string[];
}

/** Marks all rows, or none when all are. */
function MarkAll({ marks: { marked, edit }, rowCount, keys }: MarkAllProps) {
  const isAll = rowCount > 0 && marked.size === rowCount;
  const onChange = useStable(() => edit({ kind: isAll ? 'none' : 'all' }, keys()));
  return <MarkAllBox isAll={isAll} isSome={marked.size > 0 && !isAll} onChange={onChange} />;
}

interface MarkAllBoxProps {
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly onChange: (() => void) | undefined;
}

/** Drawn again only when it says something else, as the box of a row is. */
const MarkAllBox = memo(function MarkAllBox({ isAll, isSome, onChange }: MarkAllBoxProps) {
  return (
    <input
      type="checkbox"
      className="table-mark"
      aria-label={t`Mark all rows`}
      tabIndex={-1}
      checked={isAll}
      ref={box => {
        if (box !== null) box.indeterminate = isSome;
      }}
      onChange={onChange}
    />
  );
});
