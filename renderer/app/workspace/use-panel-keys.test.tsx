import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { usePanelKeys } from './use-panel-keys.ts';

afterEach(cleanup);

function Panels({ isCovered = false }: { readonly isCovered?: boolean }) {
  usePanelKeys();
  return (
    <>
      <button type="button">header</button>
      <div role="listbox" tabIndex={0}>
        pairs
      </div>
      <button type="button" role="tab" aria-selected="false">
        Chart
      </button>
      <button type="button" role="tab" aria-selected="true">
        Depth
      </button>
      <button type="button">sort</button>
      <div className="tape-rows" tabIndex={-1}>
        trades
      </div>
      <dialog open={isCovered} />
    </>
  );
}

const press = (shiftKey = false) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6', shiftKey });
  return document.activeElement?.textContent;
};

it('F6 moves from panel to panel and around, Shift+F6 back', () => {
  render(<Panels />);
  expect([press(), press(), press(), press()]).toEqual(['pairs', 'Depth', 'trades', 'pairs']);
  expect([press(true), press(true)]).toEqual(['trades', 'Depth']);
  screen.getByText('sort').focus();
  expect(press()).toBe('trades');
  screen.getByText('sort').focus();
  expect(press(true)).toBe('Depth');
  screen.getByText('header').focus();
  expect(press(true)).toBe('trades');
});

it('F6 leaves the focus in an open sheet', () => {
  render(<Panels isCovered />);
  screen.getByText('header').focus();
  expect(press()).toBe('header');
});

it('a report over the window gets the focus first by one press, and is one stop of the round after that', () => {
  render(
    <>
      <section className="kill-report">
        <button type="button">Close report</button>
      </section>
      <Panels />
    </>,
  );
  screen.getByText('sort').focus();
  expect([press(), press(), press(), press(), press()]).toEqual([
    'Close report',
    'trades',
    'Close report',
    'pairs',
    'Depth',
  ]);
  expect([press(true), press(true), press(true)]).toEqual(['pairs', 'Close report', 'trades']);
});

it('the report is focused before the first panel', () => {
  render(
    <>
      <section className="kill-report">
        <button type="button">Close report</button>
      </section>
      <Panels />
    </>,
  );
  expect([press(), press()]).toEqual(['Close report', 'pairs']);
});
