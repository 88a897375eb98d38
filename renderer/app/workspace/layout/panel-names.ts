/** What the catalogue of panels says of one of them. */
export interface PanelWords {
  readonly title: string;
  /** what stands in its head beside the title needs this much, px */
  readonly headPx: number;
  /** narrower than this it cannot be read, px */
  readonly leastPx: number;
}

const table = { headPx: 96, leastPx: 200 };

/** Every panel that a workspace can hold, by the name that stands in saved layouts: a name is never given to another. */
export const panelWords = {
  markets: { title: 'Markets', headPx: 62, leastPx: 150 },
  book: { title: 'Order book', headPx: 252, leastPx: 350 },
  chart: { title: 'Chart', headPx: 190, leastPx: 220 },
  depth: { title: 'Depth', headPx: 110, leastPx: 220 },
  trades: { title: 'Trades', headPx: 110, leastPx: 216 },
  positions: { title: 'Positions', ...table },
  accounts: { title: 'Sub-accounts', ...table },
  active: { title: 'Active orders', ...table },
  stops: { title: 'Stops', ...table },
  ladders: { title: 'Ladders', ...table },
  fills: { title: 'Fills', headPx: 170, leastPx: 200 },
  done: { title: 'Done orders', ...table },
  margin: { title: 'Margin', ...table },
  withdrawals: { title: 'Withdrawals', ...table },
  balances: { title: 'Own balances', ...table },
} as const satisfies Record<string, PanelWords>;

export type PanelName = keyof typeof panelWords;

export function isPanelName(name: string): name is PanelName {
  return Object.hasOwn(panelWords, name);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very object
export const panelNames = Object.keys(panelWords) as PanelName[];
