import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { GroupedBook } from '../model/levels.ts';
import { DepthChart } from './depth-chart.tsx';

beforeEach(() => {
  // a place without a layout: the chart wants a size
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 640, 360));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const book = (size: Decimal): GroupedBook => ({
  symbol: 'BTC-USDT',
  step: null,
  bids: [
    ['100', size],
    ['99.5', '2'],
  ],
  asks: [
    ['100.5', '1'],
    ['101', '1.5'],
  ],
});
const chart = () => screen.getByRole('img', { name: /^Depth of BTC-USDT/ });
const curves = () => [...chart().querySelectorAll('path')].map(path => path.getAttribute('d'));
const open = () => render(<DepthChart book={book('1')} unit="BTC" decimals={{ price: 1 }} />);

it('says how much is bid and offered, and draws a line and an area for each', () => {
  open();
  expect(chart().getAttribute('aria-label')).toContain('3 BTC bid, 2.5 BTC offered');
  expect(curves()).toHaveLength(4);
  expect(chart().textContent).toContain('101.0');
});

it('follows the book without moving the axes', () => {
  const { rerender } = open();
  const [before, axes] = [curves(), chart().textContent];
  rerender(<DepthChart book={book('1.5')} unit="BTC" decimals={{ price: 1 }} />);
  expect(curves()).not.toEqual(before);
  expect(chart().textContent).toBe(axes);
});

it('tells what rests up to the level under the pointer, on the side where there is room', () => {
  open();
  fireEvent.mouseMove(chart(), { clientX: 130 });
  expect(chart().textContent).toContain('Bids down to 99.53 BTC');
  fireEvent.mouseMove(chart(), { clientX: 670 });
  expect(chart().textContent).toContain('Asks up to 101.02.5 BTC');
  fireEvent.mouseMove(chart(), { clientX: 735 });
  expect(chart().textContent).not.toContain('up to');
  fireEvent.mouseMove(chart(), { clientX: 130 });
  fireEvent.mouseLeave(chart());
  expect(chart().textContent).not.toContain('down to');
});
