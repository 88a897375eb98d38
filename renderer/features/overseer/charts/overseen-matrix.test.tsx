import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import type { Matrix } from '../model/matrix.ts';
import { OverseenMatrix } from './overseen-matrix.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

const matrix: Matrix = {
  columns: ['BTC', 'ETH'],
  lines: [{ key: 'a', name: 'alpha', cells: ['90', '10'], total: '100' }],
  columnTotals: ['90', '10'],
  total: '100',
  largest: '90',
};

const nothing = () => undefined;

it('the warmth of a cell tells how much there is, and is hidden with the figures', () => {
  const { container } = render(
    <OverseenMatrix matrix={matrix} currency="USDT" chosenId={null} coin={null} onChoose={nothing} onCoin={nothing} />,
  );
  const warm = () => container.querySelectorAll('[class*="overseer-heat-"]:not(.overseer-heat-0)').length;
  expect(warm()).toBeGreaterThan(0);
  act(() => setPrivacy('all'));
  expect(warm()).toBe(0);
});
