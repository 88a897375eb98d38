import type { Sorting, TableView } from '#shared/domain/view/table-view.ts';
import type { Column } from '../column.ts';

/** Which columns are shown, in which order, how wide; by which of them the rows are sorted. */

export const emptyView: TableView = { columns: [], sorting: [], pills: [] };

type Choice = TableView['columns'][number];

/** The choice for each column of the table, in order: one missing in the file has its default place. */
export function choicesOf<Row>(columns: readonly Column<Row>[], kept: TableView['columns']): readonly Choice[] {
  const known = kept.filter(({ key }) => columns.some(column => column.key === key));
  const choices: Choice[] = [...known];
  for (const [index, { key }] of columns.entries()) {
    if (known.some(choice => choice.key === key)) continue;
    const before = columns[index - 1]?.key;
    const at = choices.findIndex(choice => choice.key === before) + 1;
    choices.splice(at, 0, { key, isShown: true, widthPx: null });
  }
  return choices;
}

/** The columns as chosen. One with a width of its own keeps it, and is the last to go for want of room. */
export function arrangeColumns<Row>(
  columns: readonly Column<Row>[],
  kept: TableView['columns'],
): readonly Column<Row>[] {
  if (kept.length === 0) return columns;
  return choicesOf(columns, kept).flatMap(({ key, isShown, widthPx }) => {
    const column = columns.find(each => each.key === key);
    if (column === undefined || !isShown) return [];
    return [
      widthPx === null ? column : { ...column, width: widthPx, isWidthChosen: true, figure: undefined, priority: 1 },
    ];
  });
}

/** The column moved by so many places; at an end it stays. */
export function moveColumn(choices: readonly Choice[], key: string, by: number): readonly Choice[] {
  const from = choices.findIndex(choice => choice.key === key);
  const moved = choices[from];
  if (moved === undefined) return choices;
  const others = choices.filter(choice => choice !== moved);
  return others.toSpliced(Math.min(Math.max(from + by, 0), others.length), 0, moved);
}

/** The column moved to the place of another one, past hidden ones between them. */
export function moveColumnOver(choices: readonly Choice[], key: string, overKey: string): readonly Choice[] {
  const placeOf = (of: string) => choices.findIndex(choice => choice.key === of);
  return placeOf(overKey) < 0 ? choices : moveColumn(choices, key, placeOf(overKey) - placeOf(key));
}

export function changeColumn(choices: readonly Choice[], key: string, change: Partial<Choice>): readonly Choice[] {
  return choices.map(choice => (choice.key === key ? { ...choice, ...change } : choice));
}

const mostKeys = 3;

/** A press on a title: of which column, and whether it sorts beside the keys that are there, as the last, or in their place. */
export interface TitlePress<Row> {
  readonly column: Pick<Column<Row>, 'key' | 'value'>;
  readonly isAdded: boolean;
}

const turned = { ascending: 'descending', descending: 'ascending' } as const;

/** First words from A, and figures and moments from the biggest and the newest; then the other way round; then not at all. */
export function nextSorting<Row>(
  sorting: readonly Sorting[],
  { column, isAdded }: TitlePress<Row>,
): readonly Sorting[] {
  const { key, value } = column;
  const first = value?.kind === 'text' ? 'ascending' : 'descending';
  const own = sorting.find(each => each.key === key);
  const others = isAdded ? sorting.filter(each => each !== own) : [];
  if (own === undefined) return [...others.slice(0, mostKeys - 1), { key, direction: first }];
  if (own.direction !== first) return others;
  const next = { key, direction: turned[first] };
  return isAdded ? sorting.map(each => (each === own ? next : each)) : [next];
}
