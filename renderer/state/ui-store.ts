import { create } from 'zustand';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { TradeType, Venue } from '#shared/domain/scalars.ts';
import type { CandleInterval } from '#shared/domain/market/candle.ts';
import { firstSymbol } from '#shared/domain/first-symbol.ts';
import type {
  BookPlace,
  Density,
  DirectionColours,
  FillSound,
  FontSize,
  Language,
  Theme,
} from '#shared/domain/view/view-settings.ts';

export interface PickedLevel {
  readonly symbol: string;
  readonly side: 'bid' | 'ask';
  /** as the book wrote it */
  readonly price: Decimal;
  /** its size was pressed, and not its price; missing where a key chose it */
  readonly isSize?: boolean;
}

/** An order, or a stop order, with a card of its history. */
export interface OrderName {
  readonly market: Market;
  readonly tradeType: TradeType;
  readonly orderId: string;
  /** as the row showed it; null: the row is of something else, such as a fill */
  readonly record: Order | StopOrder | null;
}

/** The subject of a card over the window. */
export type Card =
  | { readonly kind: 'currency'; readonly currency: string }
  | { readonly kind: 'contract'; readonly symbol: string }
  | { readonly kind: 'fees'; readonly market: Market }
  | { readonly kind: 'timeline'; readonly of: OrderName };

/** View state. Data of the exchange and input are not stored here. */
interface UiState {
  /** the market on the screen; may not exist on the chosen profile, see chooseMarket */
  readonly venue: Venue;
  readonly symbol: string;
  /** markets that stand first in their list, as `venue:symbol` */
  readonly favourites: readonly string[];
  /** last position of the book; null: never shown */
  readonly bookPlace: BookPlace | null;
  /** the blotter lists the market on the screen only */
  readonly isBlotterNarrow: boolean;
  readonly chartInterval: CandleInterval;
  /** the grouping of the book by pair; a pair without one shows every level */
  readonly bookSteps: Readonly<Record<string, Decimal>>;
  /** sizes in the book are price times size, in quote currency */
  readonly isBookInQuote: boolean;
  /** the book shows totals beside the sizes, and its bars draw them */
  readonly isBookCumulative: boolean;
  /** the level of the book that was pressed last */
  readonly pickedLevel: PickedLevel | null;
  readonly theme: Theme;
  readonly density: Density;
  readonly directions: DirectionColours;
  readonly fontSize: FontSize;
  /** nothing moves but the figures themselves */
  readonly isStill: boolean;
  /** in which times are shown: `local`, `UTC` or the name of a zone */
  readonly timeZone: string;
  readonly hasMilliseconds: boolean;
  /** of the next page that is loaded; the one that is there keeps the one it began with */
  readonly language: Language;
  /** minutes after which a withdrawal that is under way counts as stuck */
  readonly stuckAfterMin: number;
  /** own sizes for the ticket, as typed, by market as `venue:symbol` */
  readonly presets: Readonly<Record<string, string[]>>;
  /** shapes of ladders, of all profiles */
  readonly ladderTemplates: readonly Record<string, string>[];
  /** keys that the user gave to shortcuts, by their names; the others are as they were made */
  readonly shortcuts: Readonly<Record<string, string>>;
  /** which panels follow which market together, see links.ts */
  readonly links: Readonly<Record<string, string>>;
  /** by class of fill */
  readonly fillSounds: Readonly<Record<string, FillSound>>;
  /** the time of the newest fill that was reported to the user, by profile and part as `profileId:part` */
  readonly fillsSeenMs: Readonly<Record<string, number>>;
  /** the kill switch keeps protective stops; never kept over a restart */
  readonly isKeepingStops: boolean;
  /** which sheet over the whole window is open */
  readonly openSheet: 'none' | 'profiles' | 'connect';
  readonly openCard: Card | null;
  readonly selectMarket: (market: Market) => void;
  readonly toggleBlotterNarrow: () => void;
  readonly setChartInterval: (interval: CandleInterval) => void;
  /** null = every level */
  readonly setBookStep: (symbol: string, step: Decimal | null) => void;
  readonly toggleBookUnit: () => void;
  readonly toggleBookTotals: () => void;
  readonly pickLevel: (level: PickedLevel | null) => void;
  readonly toggleTheme: () => void;
  readonly setDensity: (density: Density) => void;
  readonly showSheet: (sheet: UiState['openSheet']) => void;
  readonly showCard: (card: Card | null) => void;
}

export const useUiStore = create<UiState>()(set => ({
  venue: 'spot',
  symbol: firstSymbol,
  favourites: [],
  bookPlace: null,
  isBlotterNarrow: false,
  chartInterval: '15min',
  bookSteps: {},
  isBookInQuote: false,
  isBookCumulative: true,
  pickedLevel: null,
  theme: 'dark',
  density: 'medium',
  directions: 'green-red',
  fontSize: 'medium',
  isStill: false,
  timeZone: 'local',
  hasMilliseconds: false,
  language: 'en',
  stuckAfterMin: 60,
  presets: {},
  ladderTemplates: [],
  shortcuts: {},
  links: {},
  fillSounds: {},
  fillsSeenMs: {},
  isKeepingStops: false,
  openSheet: 'none',
  openCard: null,
  selectMarket: ({ venue, symbol }) => set({ venue, symbol, pickedLevel: null }),
  toggleBlotterNarrow: () => set(({ isBlotterNarrow }) => ({ isBlotterNarrow: !isBlotterNarrow })),
  setChartInterval: chartInterval => set({ chartInterval }),
  setBookStep: (symbol, step) =>
    set(({ bookSteps }) => {
      const { [symbol]: _, ...others } = bookSteps;
      // a level of one step is no level of another
      return { bookSteps: step === null ? others : { ...others, [symbol]: step }, pickedLevel: null };
    }),
  toggleBookUnit: () => set(({ isBookInQuote }) => ({ isBookInQuote: !isBookInQuote })),
  toggleBookTotals: () => set(({ isBookCumulative }) => ({ isBookCumulative: !isBookCumulative })),
  pickLevel: pickedLevel => set({ pickedLevel }),
  toggleTheme: () => set(({ theme }) => ({ theme: theme === 'dark' ? 'light' : 'dark' })),
  setDensity: density => set({ density }),
  showSheet: openSheet => set({ openSheet }),
  showCard: openCard => set({ openCard }),
}));
