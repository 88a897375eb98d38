import { t } from '#shared/words/t.ts';
/** What the catalogue of panels says of one of them. */
export interface PanelTexts {
  readonly title: string;
  /** width of the head beside the title, px */
  readonly headPx: number;
  /** narrower than this it cannot be read, px */
  readonly leastPx: number;
}

/** A table: below this its last columns and its buttons would have to be scrolled to. */
const table = (leastPx: number) => ({ headPx: 96, leastPx });

/** Every panel of a workspace, by its name in saved layouts: a name is never reused. */
export const panelTexts = {
  markets: { title: t`Markets`, headPx: 62, leastPx: 150 },
  book: { title: t`Order book`, headPx: 300, leastPx: 350 },
  book2: { title: t`Book 2`, headPx: 276, leastPx: 350 },
  priceLadder: { title: t`Price ladder`, headPx: 170, leastPx: 350 },
  chart: { title: t`Chart`, headPx: 190, leastPx: 220 },
  chart2: { title: t`Chart 2`, headPx: 190, leastPx: 220 },
  depth: { title: t`Depth`, headPx: 110, leastPx: 220 },
  trades: { title: t`Trades`, headPx: 110, leastPx: 216 },
  positions: { title: t`Positions`, ...table(500) },
  accounts: { title: t`Sub-accounts`, ...table(290) },
  active: { title: t`Open orders`, ...table(650) },
  stops: { title: t`Conditional orders`, ...table(730) },
  ladders: { title: t`Scaled orders`, ...table(500) },
  fills: { title: t`Fills`, headPx: 170, leastPx: 560 },
  done: { title: t`Order history`, ...table(560) },
  margin: { title: t`Margin`, ...table(560) },
  withdrawals: { title: t`Withdrawals`, ...table(460) },
  balances: { title: t`Assets`, ...table(600) },
  risk: { title: t`Risk`, ...table(700) },
  overview: { title: t`Overview`, headPx: 0, leastPx: 700 },
  portfolio: { title: t`Portfolio`, ...table(700) },
  moments: { title: t`Compare moments`, ...table(620) },
  archive: { title: t`Archive`, ...table(560) },
  explore: { title: t`Explore`, ...table(560) },
  oversight: { title: t`Oversight`, headPx: 150, leastPx: 700 },
} as const satisfies Record<string, PanelTexts>;

export type PanelName = keyof typeof panelTexts;

export function isPanelName(name: string): name is PanelName {
  return Object.hasOwn(panelTexts, name);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very object
export const panelNames = Object.keys(panelTexts) as PanelName[];
