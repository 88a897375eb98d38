import type { ViewSettings } from '../view-settings.ts';

/** For tests: view settings of a user. */
export function buildViewSettings(overrides: Partial<ViewSettings> = {}): ViewSettings {
  return {
    symbol: 'ETH-USDT',
    venue: 'spot',
    favourites: [],
    bookPlace: { left: 16, top: 0, width: 29, height: 63 },
    isBlotterNarrow: true,
    chartInterval: '1hour',
    bookSteps: { 'BTC-USDT': '10' },
    isBookInQuote: true,
    isBookCumulative: false,
    theme: 'light',
    density: 'high',
    directions: 'green-red',
    fontSize: 'medium',
    isStill: false,
    timeZone: 'local',
    hasMilliseconds: false,
    language: 'en',
    stuckAfterMin: 30,
    presets: {},
    ladderTemplates: [],
    shortcuts: {},
    links: {},
    fillSounds: {},
    fillsSeenMs: {},
    ...overrides,
  };
}
