import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import './menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  /** it can be switched on and off, and is */
  readonly isChecked?: boolean | undefined;
  /** why it cannot be chosen now; it stays readable and says so */
  readonly disabledReason?: string | null | undefined;
  /** the key that does the same */
  readonly keyText?: string | undefined;
}

export interface MenuProps {
  /** the name of the button, and of the menu */
  readonly label: string;
  /** on the button */
  readonly children: ReactNode;
  /** groups, with a line between them */
  readonly groups: readonly (readonly MenuItem[])[];
  readonly className?: string | undefined;
}

/** px between the button and its menu, and between the menu and the edge of the window */
const gapPx = 4;

/** Under its button, or above where there is no room, and never over an edge of the window. */
function putBeside(menu: HTMLElement, at: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const isBelow = at.bottom + gapPx + height <= window.innerHeight || at.top < height;
  const top = isBelow ? at.bottom + gapPx : at.top - gapPx - height;
  const left = Math.min(at.left, window.innerWidth - width - gapPx);
  menu.style.top = `${Math.max(gapPx, top)}px`;
  menu.style.left = `${Math.max(gapPx, left)}px`;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('.menu-item')];

/** Where an arrow leads, in a ring; null for a key that moves nothing. */
function nextItem(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const all = itemsOf(event.currentTarget);
  const at = all.findIndex(item => item === document.activeElement);
  if (event.key === 'ArrowDown') return all[(at + 1) % all.length] ?? null;
  if (event.key === 'ArrowUp') return all.at((at <= 0 ? all.length : at) - 1) ?? null;
  if (event.key === 'Home') return all[0] ?? null;
  return event.key === 'End' ? (all.at(-1) ?? null) : null;
}

interface MenuListProps extends Pick<MenuProps, 'label' | 'groups'> {
  readonly id?: string | undefined;
  /** where it comes up; measured once, when it opens */
  readonly anchor: () => DOMRect | undefined;
  /** `isBack`: the focus returns to where it came from */
  readonly onClose: (isBack: boolean) => void;
}

/** An open menu, on the browser's own popover: it lies over everything and goes with Escape or a press elsewhere. */
export function MenuList({ id, label, groups, anchor, onClose }: MenuListProps) {
  // read once, as it opens: drawn again it must not run back to its first item
  const [openingAnchor] = useState(() => anchor);
  const show = useCallback(
    (menu: HTMLElement | null) => {
      const at = openingAnchor();
      if (menu === null || at === undefined) return;
      if ('showPopover' in menu) menu.showPopover();
      putBeside(menu, at);
      itemsOf(menu)[0]?.focus();
    },
    [openingAnchor],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // the keys of the window are not meant
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    const next = nextItem(event);
    if (next === null && event.key !== 'Tab' && event.key !== 'Escape') return;
    event.preventDefault();
    next?.focus();
  };
  return (
    <div
      ref={show}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="menu"
      onKeyDown={onKeyDown}
      onToggle={event => {
        if (event.newState === 'closed') onClose(false);
      }}
    >
      <Groups groups={groups} onClose={() => onClose(true)} />
    </div>
  );
}

/** A button and the menu that it opens. */
export function Menu({ label, children, groups, className = '' }: MenuProps) {
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`menu-button ${className}`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen ? (
        <MenuList
          id={menuId}
          label={label}
          groups={groups}
          anchor={() => button.current?.getBoundingClientRect()}
          onClose={isBack => {
            setOpen(false);
            if (isBack) button.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

interface GroupsProps extends Pick<MenuProps, 'groups'> {
  readonly onClose: () => void;
}

function Groups({ groups, onClose }: GroupsProps) {
  return groups
    .filter(items => items.length > 0)
    .map(items => (
      <div key={items[0]?.id} role="group" className="menu-group">
        {items.map(item => (
          <Item key={item.id} item={item} onClose={onClose} />
        ))}
      </div>
    ));
}

function Item({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const { disabledReason = null, isChecked } = item;
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      aria-disabled={disabledReason !== null}
      title={disabledReason ?? undefined}
      className="menu-item"
      tabIndex={-1}
      onClick={() => {
        if (disabledReason !== null) return;
        onClose();
        item.onSelect();
      }}
    >
      <span className="menu-mark" aria-hidden="true">
        {isChecked === true ? '✓' : ''}
      </span>
      <span className="menu-label">{item.label}</span>
      {item.keyText === undefined ? null : <kbd>{item.keyText}</kbd>}
    </button>
  );
}
