import { create } from 'zustand';
import type { Market } from '#shared/domain/market/market.ts';
import type { PanelWindow } from '#shared/domain/view/panel-window.ts';

/** Which window this is, and which others there are. */
interface WindowState {
  /** what this window shows, as main says; null: it is the main one */
  readonly self: PanelWindow | null;
  /** the windows of the shown profile with one panel each; null until main has published them */
  readonly windows: readonly PanelWindow[] | null;
  /** in a panel's window: the market of the main one */
  readonly mainMarket: Market | null;
}

export const useWindowStore = create<WindowState>()(() => ({ self: null, windows: null, mainMarket: null }));
