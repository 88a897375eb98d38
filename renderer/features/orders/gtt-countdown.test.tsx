import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { endsAtMs, leftText } from '#ui/value/gtt.ts';
import { GttCountdown } from './gtt-countdown.tsx';

afterEach(cleanup);
const gtt = buildOrder({ timeInForce: 'GTT', cancelAfterS: 600, createdAtMs: 1_000 });

it('an order expires at its time, and only a GTT order has one', () => {
  expect(endsAtMs(gtt)).toBe(601_000);
  expect(endsAtMs({ ...gtt, cancelAfterS: -1 })).toBeNull();
  expect(endsAtMs({ ...gtt, cancelAfterS: null })).toBeNull();
  expect(endsAtMs({ ...gtt, timeInForce: 'GTC' })).toBeNull();
});

it.each([
  [724_000, '12:04 left'],
  [1, '00:01 left'],
  [3_600_000, '1:00:00 left'],
  [10_929_000, '3:02:09 left'],
  [48 * 3_600_000, '2 d left'],
  [0, 'due'],
  [-5, 'due'],
])('%i ms is %s', (leftMs, text) => {
  expect(leftText(leftMs)).toBe(text);
});

it('expiry counts down to its time', () => {
  render(<GttCountdown order={{ ...gtt, createdAtMs: Date.now() - 500 }} />);
  const chip = screen.getByText(/^GTT (10:00|09:5\d) left$/);
  expect(chip.title).toMatch(/^Expires \S.* · (10:00|09:5\d) left$/);
});
