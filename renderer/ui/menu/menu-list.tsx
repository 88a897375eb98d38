import { type KeyboardEvent, useCallback, useState } from 'react';
import { Menu as AriaMenu, MenuItem as AriaItem, MenuSection } from 'react-aria-components/Menu';
import { keyLabel } from '#lib/keys/keyboard.ts';
import type { MenuGroups, MenuItem } from './menu-item.ts';
import './menu.css';

export interface MenuListProps {
  readonly id?: string | undefined;
  /** its name */
  readonly label: string;
  readonly groups: MenuGroups;
  /** where it comes up; measured once, when it opens */
  readonly anchor: () => DOMRect | undefined;
  /** `isBack`: the focus returns to where it came from */
  readonly onClose: (isBack: boolean) => void;
}

/** px between the button and its menu, and between the menu and the edge of the window */
const gapPx = 4;

/**
 * Under its button, or above where there is no room, or beside it; never over an edge of the window, and never over the
 * button: the second press of two quick ones would be a choice.
 */
function putBeside(box: HTMLElement, at: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + gapPx;
  const above = at.top - gapPx - height;
  const [lastTop, lastLeft] = [window.innerHeight - gapPx - height, window.innerWidth - gapPx - width];
  const isAtSide = below > lastTop && above < gapPx;
  const right = at.right + gapPx;
  const side = right <= lastLeft ? right : at.left - gapPx - width;
  const top = isAtSide ? lastTop : below <= lastTop ? below : above;
  const left = isAtSide ? side : Math.min(at.left, lastLeft);
  box.style.top = `${Math.max(gapPx, top)}px`;
  box.style.left = `${Math.max(gapPx, left)}px`;
}

/** Its items come after it, and make it as large as it is. */
function keepBeside(box: HTMLElement, at: DOMRect): () => void {
  const observer = new ResizeObserver(() => putBeside(box, at));
  observer.observe(box);
  return () => observer.disconnect();
}

/**
 * An open menu: roles, focus, arrows and letters are React Aria's. The box around it is the browser's own popover, which
 * lies over everything, a modal sheet as well, and goes with a press elsewhere.
 */
export function MenuList({ id, label, groups, anchor, onClose }: MenuListProps) {
  // read once, as it opens: drawn again it must not move
  const [openingAnchor] = useState(() => anchor);
  const show = useCallback(
    (box: HTMLElement | null) => {
      const at = openingAnchor();
      if (box === null || at === undefined) return undefined;
      if ('showPopover' in box) box.showPopover();
      return keepBeside(box, at);
    },
    [openingAnchor],
  );
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
  };
  return (
    <div
      ref={show}
      popover="auto"
      className="menu"
      onKeyDownCapture={onKeyDownCapture}
      // the keys of the window are not meant
      onKeyDown={event => event.stopPropagation()}
      onToggle={event => {
        if (event.newState === 'closed') onClose(false);
      }}
    >
      <AriaMenu {...(id === undefined ? {} : { id })} aria-label={label} autoFocus="first" className="menu-list">
        {groups
          .filter(items => items.length > 0)
          .map(items => (
            <Group key={items[0]?.id} items={items} onClose={onClose} />
          ))}
      </AriaMenu>
    </div>
  );
}

interface GroupProps extends Pick<MenuListProps, 'onClose'> {
  readonly items: readonly MenuItem[];
}

/** A switch belongs to the page and changes by the action of an item, so the menu only shows it. */
function Group({ items, onClose }: GroupProps) {
  const canCheck = items.some(({ isChecked }) => isChecked !== undefined);
  return (
    <MenuSection
      id={`group ${items[0]?.id ?? ''}`}
      className="menu-group"
      selectionMode={canCheck ? 'multiple' : 'none'}
      selectedKeys={items.filter(({ isChecked }) => isChecked === true).map(item => item.id)}
    >
      {items.map(item => (
        <Item key={item.id} item={item} onClose={onClose} />
      ))}
    </MenuSection>
  );
}

interface ItemProps extends Pick<MenuListProps, 'onClose'> {
  readonly item: MenuItem;
}

/** A disabled one keeps its place among the arrows, so that its reason can be read without a mouse. */
function Item({ item, onClose }: ItemProps) {
  const { id, label, isChecked, keyText, onSelect } = item;
  const disabledReason = item.disabledReason ?? null;
  return (
    <AriaItem
      id={id}
      textValue={label}
      className="menu-item"
      onAction={() => {
        if (disabledReason !== null) return;
        // what it opens takes the focus, so this comes first
        onClose(true);
        onSelect();
      }}
      render={props =>
        'href' in props ? (
          <a {...props} />
        ) : (
          <div
            {...props}
            aria-disabled={disabledReason === null ? undefined : true}
            title={disabledReason ?? undefined}
          />
        )
      }
    >
      <span className="menu-mark" aria-hidden="true">
        {isChecked === true ? '✓' : ''}
      </span>
      <span className="menu-label">{label}</span>
      {keyText === undefined ? null : <kbd>{keyLabel(keyText)}</kbd>}
    </AriaItem>
  );
}
