import { useEffect } from 'react';
import type { LayoutNode, WindowShape } from '#shared/domain/view/workspace.ts';
import { isTyping } from '#features/ticket/is-typing.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { focusWindow } from '#app/windows/pop-out.ts';
import { keepOrReset } from '../layout/away-panels.ts';
import { closePanel, openPanel, placesOf, selectPanel } from '../layout/layout-tree.ts';
import { homeOf } from '../layout/ready-made.ts';
import { activeChoice, activeLayout } from '../layout/workspace-list.ts';
import { shapeNow } from '../use-window-shape.ts';

/** The layout with the price ladder on top of its place, or, where it lay over the book, without it; null: it stays. */
function turned(layout: LayoutNode, shape: WindowShape): LayoutNode | null {
  const place = placesOf(layout).find(({ panels }) => panels.includes('priceLadder'));
  if (place?.selected !== 'priceLadder') return openPanel(layout, 'priceLadder', homeOf('priceLadder', shape));
  return place.panels.includes('book') ? selectPanel(closePanel(layout, 'priceLadder'), 'book') : null;
}

/**
 * Opens the price ladder over the book, and closes it there. Where it was given a place or a window of its own it stays, and
 * gets the focus.
 */
export function turnPriceLadder(): void {
  const shape = shapeNow();
  const window = useWindowStore.getState().windows?.find(({ panel }) => panel === 'priceLadder');
  if (window !== undefined) return void focusWindow(window.id);
  const { kept, change } = useWorkspaceStore.getState();
  const next = turned(activeLayout(kept, shape), shape);
  if (next === null) return document.querySelector<HTMLElement>('.price-ladder-grid')?.focus();
  return change(now => keepOrReset({ ...now, activeId: activeChoice(now).id }, shape, next));
}

/** D, or what the user chose, opens and closes the price ladder. */
export function usePriceLadderKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || isTyping(event)) return;
      if (!isShortcut(event, 'priceLadder') || event.defaultPrevented) return;
      event.preventDefault();
      turnPriceLadder();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
