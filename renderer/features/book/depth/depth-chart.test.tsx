import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { GroupedBook } from '../model/levels.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { DepthChart } from './depth-chart.tsx';

const lineTo = vi.fn<(x: number, y: number) => void>();
const nothing = () => {};
const pen = {
  scale: nothing,
  fillRect: nothing,
  beginPath: nothing,
  moveTo: nothing,
  fill: nothing,
  stroke: nothing,
  lineTo,
};

beforeEach(() => {
  // a place without a layout and without canvases: the chart wants a size and something to draw with
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 640, 360));
  // a spy, because files of tests share the prototype and `restoreAllMocks` gives it back
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chart uses nothing else of a pen
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as CanvasRenderingContext2D);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  lineTo.mockClear();
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
const onPick = vi.fn<(point: unknown) => void>();
const open = () =>
  render(<DepthChart book={book('1')} unit="BTC" decimals={{ price: 1 }} tick="0.1" onPick={onPick} />);
const curves = () => {
  const drawn = JSON.stringify(lineTo.mock.calls);
  lineTo.mockClear();
  return drawn;
};

it('depth chart states the bid and the ask size, and draws them', () => {
  open();
  expect(chart().getAttribute('aria-label')).toContain('3 BTC bid, 2.5 BTC offered');
  expect(lineTo).toHaveBeenCalled();
  expect(chart().textContent).toContain('101.0');
});

it('depth chart follows the book without moving the axes', () => {
  const { rerender } = open();
  const [before, axes] = [curves(), chart().textContent];
  rerender(<DepthChart book={book('1.5')} unit="BTC" decimals={{ price: 1 }} tick="0.1" />);
  expect(curves()).not.toEqual(before);
  expect(chart().textContent).toBe(axes);
  expect(chart().getAttribute('aria-label')).toContain('3.5 BTC bid');
});

it('depth chart draws nothing again while only the pointer moves', () => {
  open();
  lineTo.mockClear();
  fireEvent.mouseMove(chart(), { clientX: 130 });
  expect(chart().textContent).toContain('Bids down to 99.5');
  expect(lineTo).not.toHaveBeenCalled();
});

it('depth chart shows the resting size up to the level under the pointer, on the side with space', () => {
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

it('depth chart shows the whole note when neither side has space', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 260, 360));
  const { container } = open();
  fireEvent.mouseMove(chart(), { clientX: 180 });
  expect(container.querySelector<HTMLElement>('.depth-note')?.style.left).toBe('0px');
});

it('a click picks the level at the line', () => {
  open();
  fireEvent.mouseMove(chart(), { clientX: 130 });
  fireEvent.click(screen.getByText(/Bids down to/));
  expect(onPick).toHaveBeenCalledWith({ price: 99.5, bid: 3, ask: null });
});

it('a rung is dragged to another tick, and a click on it picks no level', () => {
  const move = vi.fn<(row: number, price: Decimal, isAll: boolean) => void>();
  const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
  const rungs = [{ row: 4, price: '99.8', size: '1' }] as const;
  act(() => useLadderStore.setState({ ghosts: { market, side: 'buy', rungs, move } }));
  const { container } = open();
  onPick.mockClear();
  const ghost = () => container.querySelector<HTMLElement>('.depth-ghost[data-row="5"]');
  const x = 100 + Number.parseFloat(ghost()?.style.left ?? '');
  // the price falls by one in so many pixels: what lies between two ticks goes to the nearer one
  const perPrice = x - 100 - Number.parseFloat(container.querySelector<HTMLElement>('.depth-base')?.style.left ?? '');
  const fire = (type: string, clientX: number, more: PointerEventInit = {}) =>
    act(() => {
      ghost()?.dispatchEvent(
        new PointerEvent(type, { clientX, clientY: 100, bubbles: true, cancelable: true, button: 0, ...more }),
      );
    });
  fire('pointermove', x);
  fire('pointerdown', x + 2);
  fire('pointerup', x + 2);
  fire('click', x + 2);
  expect(onPick).not.toHaveBeenCalled();
  fire('pointerdown', x + 2);
  fire('pointermove', x - perPrice / 2);
  expect(screen.getByRole('status').textContent).toMatch(/^rung 5 · 1 at 99\.8 → 99\.\d$/);
  const [, to = ''] = / → (.*)$/.exec(screen.getByRole('status').textContent ?? '') ?? [];
  fire('pointerup', x - perPrice / 2, { altKey: true });
  expect(screen.queryByRole('status')).toBeNull();
  expect(move.mock.calls).toEqual([[4, to, true]]);
  // beside the curve, and away from the rung, nothing comes of it
  fire('pointerdown', x);
  fire('pointermove', 90);
  fire('pointerup', 90);
  fire('pointerdown', x + 20);
  fire('pointermove', x + 60);
  fire('pointerup', x + 60);
  expect(move).toHaveBeenCalledTimes(1);
  act(() => useLadderStore.setState({ ghosts: null }));
});

it('the rungs of a planned ladder are drawn at their prices; those beyond the curve are not', () => {
  const rungs = (['99.8', '99.5', '42'] as const).map((price, row) => ({ row, price, size: '1' }) as const);
  const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
  const showGhosts = (symbol: string) =>
    act(() =>
      useLadderStore.setState({ ghosts: { market: { ...market, symbol }, side: 'buy', rungs, move: () => {} } }),
    );
  const { container } = open();
  const ghosts = () => [...container.querySelectorAll<HTMLElement>('.depth-ghost')];
  expect(ghosts()).toEqual([]);
  showGhosts('BTC-USDT');
  expect(ghosts().map(each => each.dataset['row'])).toEqual(['1', '2']);
  const [near, far] = ghosts().map(each => Number.parseFloat(each.style.left));
  expect(near).toBeGreaterThan(far ?? 0);
  showGhosts('ETH-USDT');
  expect(ghosts()).toEqual([]);
  act(() => useLadderStore.setState({ ghosts: null }));
});
