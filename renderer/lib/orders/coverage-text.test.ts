import { expect, it } from 'vitest';
import type { SpotCoverage } from '#shared/domain/answers/spot-coverage.ts';
import { coverageText } from './coverage-text.ts';

const whole: SpotCoverage = {
  account: 'high-frequency',
  pairs: ['BTC-USDT', 'ETH-USDT'],
  otherPairs: null,
  classicFailure: null,
  highFrequencyFailure: null,
};

it.each([
  [
    { pairs: whole.pairs },
    'the classic list, and the high-frequency lists of BTC-USDT, ETH-USDT. The exchange has this as a high-frequency',
  ],
  [{ account: 'classic', pairs: [] }, 'no pair needs its high-frequency list read. The exchange has this as a classic'],
  [
    { classicFailure: 'no', pairs: whole.pairs },
    'the high-frequency lists of BTC-USDT, ETH-USDT, without the classic list.',
  ],
  [{ highFrequencyFailure: 'no', pairs: [], account: 'unknown' }, 'the classic list alone. Whether this is'],
] as const)('coverage text names the lists and pairs that were read: %o', (change, words) => {
  expect(coverageText({ ...whole, ...change, pairs: [...change.pairs] })).toContain(words);
});
