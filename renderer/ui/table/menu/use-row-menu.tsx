import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { laterPart } from '../../menu/later-part.ts';
import type { MenuGroups } from '../../menu/menu-item.ts';

const loadMenu = async () => (await import('./row-menu.tsx')).RowMenu;
type RowMenuPart = Awaited<ReturnType<typeof loadMenu>>;
/** Opened now and then. */
const rowMenu = laterPart(loadMenu);

export interface RowMenuOptions<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** the name that the exchange gave a row; absent: rows have none */
  readonly idOf?: ((row: Row) => string) | undefined;
  /** what can be done with a row, besides copying it */
  readonly menu?: ((row: Row) => MenuGroups) | undefined;
}

interface OpenMenu<Row> {
  readonly row: Row;
  readonly at: DOMRect;
  readonly opener: HTMLElement;
  readonly RowMenu: RowMenuPart;
}

export interface RowMenuHandle {
  /** for the frame around the table */
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** the pointer comes near */
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  /** the menu, while it is open */
  readonly open: ReactNode;
}

function rowElementOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-row-key]') : null;
}

/** The menu key, and Shift+F10 where a keyboard has none. */
const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** A menu on every row: by the right button of the mouse, by the menu key or by Shift+F10. */
export function useRowMenu<Row>(options: RowMenuOptions<Row>): RowMenuHandle {
  const { label, rows, rowKey, idOf, menu } = options;
  const [opened, setOpened] = useState<OpenMenu<Row> | null>(null);
  const openOn = (event: MouseEvent | KeyboardEvent, place: (row: HTMLElement) => DOMRect) => {
    const opener = rowElementOf(event.target);
    const row = rows.find(each => rowKey(each) === opener?.dataset['rowKey']);
    if (opener === null || row === undefined) return;
    event.preventDefault();
    const at = place(opener);
    rowMenu.open(RowMenu => setOpened({ row, at, opener, RowMenu }));
  };
  const close = (isBack: boolean) => {
    setOpened(null);
    if (isBack) opened?.opener.focus({ preventScroll: true });
  };
  return {
    onContextMenu: event => openOn(event, () => new DOMRect(event.clientX, event.clientY, 0, 0)),
    onKeyDown: event => {
      if (isMenuKey(event)) openOn(event, row => row.getBoundingClientRect());
    },
    onPointerEnter: rowMenu.fetch,
    onFocus: rowMenu.fetch,
    open:
      opened === null ? null : (
        <opened.RowMenu
          key={`${rowKey(opened.row)} ${opened.at.x} ${opened.at.y}`}
          label={label}
          row={opened.row}
          id={idOf?.(opened.row) ?? null}
          groups={menu?.(opened.row) ?? []}
          at={opened.at}
          onClose={close}
        />
      ),
  };
}
