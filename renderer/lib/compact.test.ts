import { expect, it } from 'vitest';
import { distinctDecimals, formatCompact } from './compact.ts';

it('compact amounts of a row have as many decimals as make different ones differ', () => {
  const navs = ['12345678', '12345901', '12344000'] as const;
  expect(distinctDecimals(navs)).toBe(4);
  expect(navs.map(each => formatCompact(each, distinctDecimals(navs)))).toEqual(['12.3457M', '12.3459M', '12.3440M']);
  expect(distinctDecimals(['1000000', '2000000'])).toBe(2);
  expect(distinctDecimals(['5', '5'])).toBe(2);
});
