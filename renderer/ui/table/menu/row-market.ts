import type { MouseEvent } from 'react';
import type { MenuGroups } from '../../menu/menu-item.ts';
import { t } from '#shared/words/t.ts';

/** Shows the market that a row is about, wherever markets are shown; null: it is about none, or about several. */
export type ToMarket<Row> = (row: Row) => (() => void) | null;

/** The key on a row that shows its market. */
const marketLetter = 'm';

interface RowMarketOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly toMarket?: ToMarket<Row> | undefined;
  readonly menu?: ((row: Row) => MenuGroups) | undefined;
  readonly onLetter?: ((row: Row, letter: string) => boolean) | undefined;
}

interface RowMarket<Row> extends Pick<RowMarketOptions<Row>, 'menu' | 'onLetter'> {
  /** for the frame around the table */
  readonly onDoubleClick?: (event: MouseEvent) => void;
}

/** The way from a row to its market: in its menu, by M on it and by a double click; beside what the row does already. */
export function rowMarket<Row>({ rows, rowKey, toMarket, menu, onLetter }: RowMarketOptions<Row>): RowMarket<Row> {
  if (toMarket === undefined) return { menu, onLetter };
  return {
    menu: row => {
      const show = toMarket(row);
      const item = { id: 'market', label: t`Show its market`, keyText: 'M' };
      return [...(menu?.(row) ?? []), ...(show === null ? [] : [[{ ...item, onSelect: show }]])];
    },
    onLetter: (row, letter) => {
      const show = letter === marketLetter ? toMarket(row) : null;
      show?.();
      return show !== null || onLetter?.(row, letter) === true;
    },
    onDoubleClick: ({ target }) => {
      // a control in a row has its own click
      if (!(target instanceof Element) || target.closest('button, input, a') !== null) return;
      const key = target.closest<HTMLElement>('tr[data-row-key]')?.dataset['rowKey'];
      const row = rows.find(each => rowKey(each) === key);
      if (row !== undefined) toMarket(row)?.();
    },
  };
}
