import { expect, it } from 'vitest';
import type { StopOrder } from '../account/stop-order.ts';
import { buildStopOrder } from '../../testing/build-stop-order.ts';
import { isProtectiveStop } from './protective-stop.ts';

it.each([
  ['a spot stop that sells', { side: 'sell' }, true],
  ['a spot stop that buys', { side: 'buy' }, false],
  ['a margin stop that sells', { side: 'sell', tradeType: 'cross' }, false],
  ['a futures stop that only reduces', { venue: 'futures', tradeType: 'futures', isReduceOnly: true }, true],
  ['a futures stop that closes the position', { venue: 'futures', tradeType: 'futures', isCloseOrder: true }, true],
  ['a futures stop that may open', { venue: 'futures', tradeType: 'futures', side: 'sell' }, false],
] as const satisfies readonly (readonly [string, Partial<StopOrder>, boolean])[])(
  'protective stop: decides whether %s is protective',
  (_what, stop, isProtective) => {
    expect(isProtectiveStop(buildStopOrder({ isReduceOnly: false, ...stop }))).toBe(isProtective);
  },
);
