import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { laterPart } from './later-part.ts';
import type { MenuGroups } from './menu-item.ts';
import './menu-button.css';

export interface MenuProps {
  /** the name of the button, and of the menu */
  readonly label: string;
  /** on the button */
  readonly children: ReactNode;
  readonly groups: MenuGroups;
  readonly className?: string | undefined;
}

/** The content of a menu is loaded when the pointer comes near its button. */
const list = laterPart(async () => (await import('./menu-list.tsx')).MenuList);

/** Of the open menu: moved panels are drawn again, their buttons too, and a menu stays open over that. */
let openLabel: string | null = null;

const openingKeys = new Set(['Enter', ' ', 'ArrowDown']);

/** A button and the menu that it opens. */
export function Menu({ label, children, groups, className = '' }: MenuProps) {
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [OpenList, setOpenList] = useState(() => (openLabel === label ? list.get() : null));
  const isOpen = OpenList !== null;
  useEffect(() => {
    if (isOpen) openLabel = label;
    return () => {
      if (isOpen) openLabel = null;
    };
  }, [isOpen, label]);
  const open = () => list.open(List => setOpenList(() => List));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen || event.repeat || !openingKeys.has(event.key)) return;
    // opened here, the press is not taken for one of a screen reader's, which would get the focus later
    event.preventDefault();
    open();
  };
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
        onPointerEnter={list.fetch}
        onFocus={list.fetch}
        onKeyDown={onKeyDown}
        onClick={() => (isOpen ? setOpenList(null) : open())}
      >
        {children}
      </button>
      {OpenList === null ? null : (
        <OpenList
          id={menuId}
          label={label}
          groups={groups}
          anchor={() => button.current?.getBoundingClientRect()}
          onClose={isBack => {
            setOpenList(null);
            if (isBack) button.current?.focus();
          }}
        />
      )}
    </>
  );
}
