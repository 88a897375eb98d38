import type { Market } from '#shared/domain/market/market.ts';
import type { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { linkOf, marketOf, withMarket } from '#state/windows/links.ts';

/**
 * What all windows show the same way, and what each has for itself. The settings that are kept are the main window's; one
 * that shows a panel keeps its market as that of its panel's colour.
 */

/** Each window has these for itself. */
const own = ['bookPlace', 'chartInterval', 'isBlotterNarrow'] as const;

/** The panel that a window shows; null: it is the main one. */
type Shown = string | null;

/** The view settings of a window. `kept` is what any window saved last. */
export function settingsToKeep(looked: ViewSettings, kept: ViewSettings, panel: Shown): ViewSettings {
  if (panel === null) return looked;
  const { bookPlace, chartInterval, isBlotterNarrow, venue, symbol } = kept;
  const mine = { ...looked, bookPlace, chartInterval, isBlotterNarrow };
  if (linkOf(looked.links, panel) === 'A') return mine;
  const links = { ...withMarket(looked.links, panel, { venue: looked.venue, symbol: looked.symbol }) };
  return { ...mine, venue, symbol, links };
}

/** What another window changed since `kept`, for this one to show: what it does not name stays, changed here or not. */
export function changedByOthers(kept: ViewSettings, received: ViewSettings, panel: Shown): Partial<ViewSettings> {
  const changed = Object.entries(received).filter(
    ([name, value]) =>
      !own.some(mine => mine === name) && JSON.stringify(value) !== JSON.stringify(Reflect.get(kept, name)),
  );
  const patch: Partial<ViewSettings> = Object.fromEntries(changed);
  if (panel === null) return patch;
  const { venue: _venue, symbol: _symbol, ...shared } = patch;
  const [before, after] = [kept, received].map(settings => marketOf(settings.links, panel, marketIn(settings)));
  const isMoved = after !== undefined && (before?.venue !== after.venue || before.symbol !== after.symbol);
  return isMoved ? { ...shared, ...after } : shared;
}

function inOrder(_name: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/**
 * Whether they are equal. Main publishes its keys in another order than a window: windows that took that for a change
 * would store it again, each because of the other, without end.
 */
export function isSameAppearance(one: ViewSettings, other: ViewSettings): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

/** The market of the main window. */
export function marketIn({ venue, symbol }: ViewSettings): Market {
  return { venue, symbol };
}
