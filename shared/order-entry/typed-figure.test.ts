import { expect, it } from 'vitest';
import { readRangeText } from './ladder/range-text.ts';
import { readDistanceText, readPriceText } from './price-text.ts';
import { readSizeText } from './size-text.ts';
import { isAmbiguous } from './typed-figure.ts';

it.each(['1,000', '97,123', '1,000,000', '97,123.4', '1,000q', 'r1,500', 'mid-1,250', '1 ,000', '2+1,000'])(
  'a comma that may be thousands or decimals is told: %s',
  typed => expect(isAmbiguous(typed)).toBe(true),
);

it.each(['1000', '1.000', '0,500', '1,5', '1,50', '97123,4', '1234,567', '1,0005', ''])(
  'what can be read in one way only is not: %s',
  typed => expect(isAmbiguous(typed)).toBe(false),
);

it('no size, price, distance or end of a range is read from it', () => {
  for (const read of [readSizeText, readPriceText, readDistanceText, readRangeText])
    expect(read('1,000').state).toBe('wrong');
});
