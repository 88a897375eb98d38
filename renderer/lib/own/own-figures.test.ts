import { afterEach, expect, it } from 'vitest';
import { formatOwnSummary } from './own-figures.ts';
import { setPrivacy } from './privacy.ts';

afterEach(() => setPrivacy('off'));

it.each([
  ['Buy 1250.5 BTC-USDT at 96930.10', 'Buy 1,250.5 BTC-USDT at 96,930.1', 'Buy ••• BTC-USDT at •••'],
  ['Buy 1,250.5 BTC-USDT at market.', 'Buy 1,250.5 BTC-USDT at market.', 'Buy ••• BTC-USDT at market.'],
  ['Change by -12.', 'Change by −12.', 'Change by •••.'],
  ['Set 1INCH-USDT to 10×', 'Set 1INCH-USDT to 10×', 'Set 1INCH-USDT to •••×'],
])('values of the user are formatted and hidden in a summary: %s', (summary, formatted, hidden) => {
  expect(formatOwnSummary(summary)).toBe(formatted);
  setPrivacy('amounts');
  expect(formatOwnSummary(summary)).toBe(hidden);
});

it.each(['Cancel order 234125150956625920 of XBTUSDTM', 'Cancel order 6f1c2a0b-12ab-4c00 of BTC-USDT'])(
  'values of the user do not change the ids of a summary: %s',
  summary => {
    setPrivacy('all');
    expect(formatOwnSummary(summary)).toBe(summary);
  },
);
