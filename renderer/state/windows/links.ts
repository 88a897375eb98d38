import type { Market } from '#shared/domain/market/market.ts';

/**
 * Panels of one colour show one market, in whatever window they stand. Everything is of the first colour, that of the main
 * window's market, until the user says otherwise. What he said is kept as text by text: `B` → the market of that colour,
 * `panel:chart` → the colour of a panel, or the market that it shows by itself. Markets are written `venue:symbol`.
 */
export const linkColours = ['A', 'B', 'C', 'D', 'E'] as const;
export type LinkColour = (typeof linkColours)[number];
/** `none`: it follows no other */
export type PanelLink = LinkColour | 'none';

/** What is chosen for a panel that shows this market now. */
export interface LinkChoice {
  readonly link: PanelLink;
  readonly shown: Market;
}

type Links = Readonly<Record<string, string>>;

/** The second panel of a kind is opened to look at something else. */
const beginnings: Readonly<Record<string, LinkColour>> = { book2: 'B', chart2: 'B' };

const panelKey = (panel: string): string => `panel:${panel}`;

function isColour(text: string | undefined): text is LinkColour {
  return linkColours.some(colour => colour === text);
}

function writeMarket({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

function readMarket(text: string | undefined): Market | null {
  const [, venue, symbol] = /^(spot|futures):(.+)$/.exec(text ?? '') ?? [];
  if (symbol === undefined || (venue !== 'spot' && venue !== 'futures')) return null;
  return { venue, symbol };
}

/** What a panel follows. */
export function linkOf(links: Links, panel: string): PanelLink {
  const said = links[panelKey(panel)];
  if (isColour(said)) return said;
  return readMarket(said) === null ? (beginnings[panel] ?? 'A') : 'none';
}

/** The market that a panel shows; `main` is that of the main window, and of the first colour. */
export function marketOf(links: Links, panel: string, main: Market): Market {
  const link = linkOf(links, panel);
  if (link === 'A') return main;
  return readMarket(links[link === 'none' ? panelKey(panel) : link]) ?? main;
}

/** Another market for a panel, and with it for all of its colour. The first colour is the main window's own market and not written here. */
export function withMarket(links: Links, panel: string, market: Market): Links {
  const link = linkOf(links, panel);
  if (link === 'A') return links;
  return { ...links, [link === 'none' ? panelKey(panel) : link]: writeMarket(market) };
}

/** A colour, or a panel that follows none, begins with the market that is on the screen then, and moves by itself from there. */
export function withBeginning(links: Links, panel: string, shown: Market): Links {
  const link = linkOf(links, panel);
  if (link === 'A' || readMarket(links[link === 'none' ? panelKey(panel) : link]) !== null) return links;
  return withMarket(links, panel, shown);
}

/** Another colour for a panel; without one it keeps showing what it shows. */
export function withLink(links: Links, panel: string, { link, shown }: LinkChoice): Links {
  return { ...links, [panelKey(panel)]: link === 'none' ? writeMarket(shown) : link };
}
