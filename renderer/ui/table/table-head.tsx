import type { Column, Sorting } from './column.ts';
import type { Marks } from './marks.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | null;
  readonly hasActions: boolean;
  readonly hasRest: boolean;
  /** the rows stand in an older order while somebody is among them */
  readonly isHeld: boolean;
  /** of a table whose rows can be marked: its marks, and all rows in the order that is shown */
  readonly marks: { readonly marks: Marks; readonly keys: readonly string[] } | undefined;
  readonly onSort: (key: string) => void;
}

export function TableHead<Row>({ columns, sorting, hasActions, hasRest, isHeld, marks, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th
            key={column.key}
            scope="col"
            className={`table-cell-${column.align ?? 'start'}`}
            title={column.hint}
            aria-sort={sorting?.key === column.key ? sorting.direction : undefined}
          >
            {index === 0 && marks !== undefined ? <MarkAll {...marks} /> : null}
            {column.compare === undefined ? (
              column.title
            ) : (
              <button type="button" className="table-sort" onClick={() => onSort(column.key)}>
                {column.title}
                <SortMark direction={sorting?.key === column.key ? sorting.direction : null} />
              </button>
            )}
          </th>
        ))}
        {hasActions ? (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
            {isHeld ? (
              <span
                className="table-held"
                title="No row moves while you are among them; they are sorted again after that"
              >
                order held
              </span>
            ) : null}
          </th>
        ) : null}
        {hasRest ? <td className="table-rest" aria-hidden="true" /> : null}
      </tr>
    </thead>
  );
}

/** Absolutely placed: a title does not move when its mark comes and goes. */
function SortMark({ direction }: { readonly direction: Sorting['direction'] | null }) {
  if (direction === null) return null;
  return (
    <span className="table-sort-mark" aria-hidden="true">
      {direction === 'ascending' ? '▴' : '▾'}
    </span>
  );
}

/** Marks all rows, or none when all are. */
function MarkAll({ marks: { marked, edit }, keys }: { readonly marks: Marks; readonly keys: readonly string[] }) {
  const isAll = keys.length > 0 && marked.size === keys.length;
  return (
    <input
      type="checkbox"
      className="table-mark"
      aria-label="Mark all rows"
      tabIndex={-1}
      checked={isAll}
      ref={box => {
        if (box !== null) box.indeterminate = marked.size > 0 && !isAll;
      }}
      onChange={() => edit({ kind: isAll ? 'none' : 'all' }, keys)}
    />
  );
}
