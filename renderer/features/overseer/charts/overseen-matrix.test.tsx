import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPrivacy } from '#lib/own/privacy.ts';
import type { Matrix } from '../model/matrix.ts';
import { useCommandStore } from '#state/command-store.ts';
import { toCsv } from '#ui/table/view/export-rows.ts';
import { matrixColumns } from './matrix-columns.tsx';
import { OverseenMatrix } from './overseen-matrix.tsx';

afterEach(() => {
  cleanup();
  useCommandStore.setState(useCommandStore.getInitialState());
  setPrivacy('off');
});

const matrix: Matrix = {
  columns: ['BTC', 'ETH'],
  lines: [{ key: 'a', name: 'alpha', cells: ['90', '10'], total: '100' }],
  total: '100',
  largest: '90',
};

const nothing = () => undefined;

it('the colour of a cell follows its amount, and is hidden with the figures', () => {
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

it('matrix hides the names of accounts and the zeros at the highest privacy level', () => {
  const lines = [{ key: 'a', name: 'alpha', cells: ['90', '0'], total: '90' }] as const;
  render(
    <OverseenMatrix
      matrix={{ ...matrix, lines }}
      currency="USDT"
      chosenId={null}
      coin={null}
      onChoose={nothing}
      onCoin={nothing}
    />,
  );
  expect(screen.getByRole('row', { name: /alpha/ }).textContent).toContain('0');
  act(() => setPrivacy('all'));
  expect(document.querySelector('tbody')?.textContent).not.toMatch(/alpha|\d/);
});

it('matrix has the row menu and the export of other tables', async () => {
  draw();
  fireEvent.contextMenu(screen.getByRole('row', { name: /alpha/ }));
  expect(await screen.findByRole('menuitem', { name: 'Copy row as JSON' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /columns, views and files of Accounts by coins, in USDT/ })).toBeTruthy();
});

it('matrix starts a transfer from the menu of an account', async () => {
  draw();
  fireEvent.contextMenu(screen.getByRole('row', { name: /alpha/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Transfer…' }));
  expect(useCommandStore.getState()).toMatchObject({
    shown: 'transfer',
    transfer: { currency: 'BTC', from: { wallet: 'main', userId: 'a' } },
  });
});

it('matrix export has each figure with ten decimals, and its unit', () => {
  const exact: Matrix = {
    ...matrix,
    lines: [{ key: 'a', name: 'alpha', cells: ['90.0000000001', '10'], total: '100.0000000001' }],
  };
  const [head, line] = toCsv(matrixColumns(exact.columns, 'USDT'), exact.lines, 0).split('\r\n');
  expect(head).toContain('btc');
  expect(line).toMatch(/^alpha,90\.0000000001,USDT,10,USDT,100\.0000000001,USDT,1970/);
});

it('matrix keeps the figures and sums of the other columns when one is hidden', async () => {
  draw();
  fireEvent.click(screen.getByRole('button', { name: /columns, views and files of/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'BTC' }));
  const total = screen.getAllByRole('row', { hidden: true }).find(row => row.textContent?.startsWith('Total'));
  expect([...(total?.querySelectorAll('td') ?? [])].map(cell => cell.textContent)).toEqual(['10', '100']);
});
