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

it('F6 goes from panel to panel and around, Shift+F6 back', () => {
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

it('under a sheet F6 leaves the focus where it is', () => {
  render(<Panels isCovered />);
  screen.getByText('header').focus();
  expect(press()).toBe('header');
});

it('a report that lies over the window has the focus first, by one press from anywhere, and is one stop of the round from then on', () => {
  render(
    <>
      <section className="kill-report">
        <button type="button">Close the report</button>
      </section>
      <Panels />
    </>,
  );
  screen.getByText('sort').focus();
  expect([press(), press(), press(), press(), press()]).toEqual([
    'Close the report',
    'trades',
    'Close the report',
    'pairs',
    'Depth',
  ]);
  expect([press(true), press(true), press(true)]).toEqual(['pairs', 'Close the report', 'trades']);
});

it('from nowhere the report comes before the first panel', () => {
  render(
    <>
      <section className="kill-report">
        <button type="button">Close the report</button>
      </section>
      <Panels />
    </>,
  );
  expect([press(), press()]).toEqual(['Close the report', 'pairs']);
});
