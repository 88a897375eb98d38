import type { Market } from '#shared/domain/market/market.ts';
import { isAccountPanel } from '#state/windows/account-links.ts';
import { linkOf, marketOf } from '#state/windows/links.ts';
import type { PanelName } from './panel-names.ts';

/** The panels that list what is of one market or of all. */
export const marketLists = ['active', 'stops', 'fills', 'done'] as const satisfies readonly PanelName[];
export type ListPanel = (typeof marketLists)[number];

/** The panels that show a market, and can follow another than the window's. */
const marketPanels: ReadonlySet<string> = new Set<PanelName>([
  'markets',
  'book',
  'book2',
  'priceLadder',
  'chart',
  'chart2',
  'depth',
  'trades',
  ...marketLists,
]);

export function isMarketPanel(panel: string): boolean {
  return marketPanels.has(panel);
}

export function isMarketList(panel: string): panel is ListPanel {
  return marketLists.some(each => each === panel);
}

/** Whether a panel can follow a colour: by its market, or by its sub-account. */
export function isLinkable(panel: string): boolean {
  return isMarketPanel(panel) || isAccountPanel(panel);
}

export interface ListScope {
  readonly links: Readonly<Record<string, string>>;
  /** the lists of the first colour list one market only */
  readonly isNarrow: boolean;
  readonly main: Market;
}

/** The market that a list is narrowed to; null: it lists all. One that follows another colour than the first lists the market of that. */
export function listedMarket(list: ListPanel, { links, isNarrow, main }: ListScope): Market | null {
  if (linkOf(links, list) !== 'A') return marketOf(links, list, main);
  return isNarrow ? main : null;
}
