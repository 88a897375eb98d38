import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { MenuGroups } from './row-menu.tsx';

// opened now and then
const loadMenu = async () => ({ default: (await import('./row-menu.tsx')).RowMenu });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lazy forgets that a component is for any kind of row
const RowMenu = lazy(loadMenu) as unknown as Awaited<ReturnType<typeof loadMenu>>['default'];

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
}

export interface RowMenuHandle {
  /** for the frame around the table */
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
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
    setOpened({ row, at: place(opener), opener });
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
    open:
      opened === null ? null : (
        <Suspense fallback={null}>
          <RowMenu
            key={`${rowKey(opened.row)} ${opened.at.x} ${opened.at.y}`}
            label={label}
            row={opened.row}
            id={idOf?.(opened.row) ?? null}
            groups={menu?.(opened.row) ?? []}
            at={opened.at}
            onClose={close}
          />
        </Suspense>
      ),
  };
}
