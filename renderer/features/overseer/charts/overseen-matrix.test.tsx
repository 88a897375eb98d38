import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import type { Matrix } from '../model/matrix.ts';
import { toCsv } from '#ui/table/view/export-rows.ts';
import { matrixColumns } from './matrix-columns.tsx';
import { OverseenMatrix } from './overseen-matrix.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

const matrix: Matrix = {
  columns: ['BTC', 'ETH'],
  lines: [{ key: 'a', name: 'alpha', cells: ['90', '10'], total: '100' }],
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

const draw = () =>
  render(
    <OverseenMatrix matrix={matrix} currency="USDT" chosenId={null} coin={null} onChoose={nothing} onCoin={nothing} />,
  );

it('has the menu of rows and the way to files that other tables have', async () => {
  draw();
  fireEvent.contextMenu(screen.getByRole('row', { name: /alpha/ }));
  expect(await screen.findByRole('menuitem', { name: 'Copy row as JSON' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /columns, views and files of Accounts by coins, in USDT/ })).toBeTruthy();
});

it('a file of it has each figure with ten decimals, and what it counts', () => {
  const exact: Matrix = {
    ...matrix,
    lines: [{ key: 'a', name: 'alpha', cells: ['90.0000000001', '10'], total: '100.0000000001' }],
  };
  const [head, line] = toCsv(matrixColumns(exact.columns, 'USDT'), exact.lines, 0).split('\r\n');
  expect(head).toContain('btc');
  expect(line).toMatch(/^alpha,90\.0000000001,USDT,10,USDT,100\.0000000001,USDT,1970/);
});

it('with a column chosen away the others keep their figures and their sums', async () => {
  draw();
  fireEvent.click(screen.getByRole('button', { name: /columns, views and files of/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'BTC' }));
  const total = screen.getAllByRole('row', { hidden: true }).find(row => row.textContent?.startsWith('Total'));
  expect([...(total?.querySelectorAll('td') ?? [])].map(cell => cell.textContent)).toEqual(['10', '100']);
});
