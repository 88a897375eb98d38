/** The shape of a market and its activity. Amounts are in USDT and only scale random sizes; they are no balances. */
export interface MarketShape {
  readonly symbol: string;
  /** the coin whose worth makes the price, and the coin it is quoted in */
  readonly base: string;
  readonly quote: string;
  /** price levels that the makers keep on each side */
  readonly levels: number;
  /** how far from the touch they reach, in ticks: about a per cent, as far as a depth curve shows */
  readonly spanTicks: number;
  readonly widestSpreadTicks: number;
  /** typical value of one level at the touch and at the far end */
  readonly touchValue: number;
  readonly deepValue: number;
  /** a price that is a multiple of this many ticks attracts a wall */
  readonly roundTicks: number;
  readonly perSecond: { readonly reprices: number; readonly churns: number; readonly takes: number };
  /** how much is traded in a day, for the day that lies before the start */
  readonly dailyValue: number;
}

const busy = { reprices: 6, churns: 16, takes: 2.5 } as const;
const brisk = { reprices: 2, churns: 4, takes: 0.8 } as const;
const calm = { reprices: 0.8, churns: 2, takes: 0.25 } as const;

const wide = { levels: 150, widestSpreadTicks: 3 } as const;
const narrow = { levels: 130, widestSpreadTicks: 2 } as const;

/** One row a spot pair; the first is the main market. */
export const spotShapes: readonly MarketShape[] = [
  {
    symbol: 'BTC-USDT',
    base: 'BTC',
    quote: 'USDT',
    ...wide,
    spanTicks: 11_000,
    touchValue: 2600,
    deepValue: 32_000,
    roundTicks: 1000,
    perSecond: busy,
    dailyValue: 420e6,
  },
  {
    symbol: 'ETH-USDT',
    base: 'ETH',
    quote: 'USDT',
    ...wide,
    spanTicks: 3600,
    touchValue: 2200,
    deepValue: 20_000,
    roundTicks: 500,
    perSecond: brisk,
    dailyValue: 210e6,
  },
  {
    symbol: 'SOL-USDT',
    base: 'SOL',
    quote: 'USDT',
    ...wide,
    spanTicks: 2000,
    touchValue: 900,
    deepValue: 8000,
    roundTicks: 500,
    perSecond: brisk,
    dailyValue: 64e6,
  },
  {
    symbol: 'XRP-USDT',
    base: 'XRP',
    quote: 'USDT',
    ...wide,
    spanTicks: 2400,
    touchValue: 700,
    deepValue: 7000,
    roundTicks: 1000,
    perSecond: brisk,
    dailyValue: 58e6,
  },
  {
    symbol: 'DOGE-USDT',
    base: 'DOGE',
    quote: 'USDT',
    ...narrow,
    spanTicks: 320,
    touchValue: 800,
    deepValue: 5200,
    roundTicks: 100,
    perSecond: calm,
    dailyValue: 31e6,
  },
  {
    symbol: 'KCS-USDT',
    base: 'KCS',
    quote: 'USDT',
    ...narrow,
    spanTicks: 300,
    touchValue: 220,
    deepValue: 1500,
    roundTicks: 100,
    perSecond: calm,
    dailyValue: 2.4e6,
  },
  {
    symbol: 'USDC-USDT',
    base: 'USDC',
    quote: 'USDT',
    levels: 120,
    widestSpreadTicks: 1,
    spanTicks: 220,
    touchValue: 90_000,
    deepValue: 18_000,
    roundTicks: 50,
    perSecond: calm,
    dailyValue: 44e6,
  },
  {
    symbol: 'BTC-USDC',
    base: 'BTC',
    quote: 'USDC',
    ...wide,
    spanTicks: 11_000,
    touchValue: 1200,
    deepValue: 10_000,
    roundTicks: 1000,
    perSecond: calm,
    dailyValue: 22e6,
  },
  {
    symbol: 'ETH-BTC',
    base: 'ETH',
    quote: 'BTC',
    ...narrow,
    spanTicks: 260,
    touchValue: 1100,
    deepValue: 5200,
    roundTicks: 50,
    perSecond: calm,
    dailyValue: 9e6,
  },
];

/** One row a contract; prices are the coin's worth plus the basis. */
export const futuresShapes: readonly MarketShape[] = [
  {
    symbol: 'XBTUSDTM',
    base: 'BTC',
    quote: 'USDT',
    ...wide,
    spanTicks: 11_000,
    touchValue: 5200,
    deepValue: 52_000,
    roundTicks: 1000,
    perSecond: brisk,
    dailyValue: 900e6,
  },
  {
    symbol: 'ETHUSDTM',
    base: 'ETH',
    quote: 'USDT',
    ...wide,
    spanTicks: 3600,
    touchValue: 4100,
    deepValue: 34_000,
    roundTicks: 500,
    perSecond: brisk,
    dailyValue: 480e6,
  },
  {
    symbol: 'SOLUSDTM',
    base: 'SOL',
    quote: 'USDT',
    ...wide,
    spanTicks: 2000,
    touchValue: 1500,
    deepValue: 12_000,
    roundTicks: 500,
    perSecond: calm,
    dailyValue: 120e6,
  },
  {
    symbol: 'XRPUSDTM',
    base: 'XRP',
    quote: 'USDT',
    ...narrow,
    spanTicks: 260,
    touchValue: 1600,
    deepValue: 8000,
    roundTicks: 100,
    perSecond: calm,
    dailyValue: 95e6,
  },
  {
    symbol: 'DOGEUSDTM',
    base: 'DOGE',
    quote: 'USDT',
    ...narrow,
    spanTicks: 320,
    touchValue: 1300,
    deepValue: 7000,
    roundTicks: 100,
    perSecond: calm,
    dailyValue: 70e6,
  },
  {
    symbol: 'XBTUSDM',
    base: 'BTC',
    quote: 'USDT',
    ...wide,
    spanTicks: 11_000,
    touchValue: 1900,
    deepValue: 16_000,
    roundTicks: 1000,
    perSecond: calm,
    dailyValue: 38e6,
  },
];
