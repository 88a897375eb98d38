import type { Column, Sorting } from './column.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | null;
  readonly hasActions: boolean;
  readonly hasRest: boolean;
  readonly onSort: (key: string) => void;
}

export function TableHead<Row>({ columns, sorting, hasActions, hasRest, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(column => (
          <th
            key={column.key}
            scope="col"
            className={`table-cell-${column.align ?? 'start'}`}
            title={column.hint}
            aria-sort={sorting?.key === column.key ? sorting.direction : undefined}
          >
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
