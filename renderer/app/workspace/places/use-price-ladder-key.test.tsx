import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LayoutNode } from '#shared/domain/view/workspace.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { panelsOf, placesOf, row, tabs } from '../layout/layout-tree.ts';
import { readyLayout } from '../layout/ready-made.ts';
import { activeChoice, activeLayout, keepLayout, untouched } from '../layout/workspace-list.ts';
import { shapeNow } from '../use-window-shape.ts';
import { usePriceLadderKey } from './use-price-ladder-key.ts';

afterEach(() => {
  cleanup();
  useWorkspaceStore.setState(useWorkspaceStore.getInitialState());
  useWindowStore.setState(useWindowStore.getInitialState());
});

function Keys() {
  usePriceLadderKey();
  return (
    <>
      <input aria-label="field" />
      <div className="price-ladder-grid" tabIndex={0}>
        rows
      </div>
    </>
  );
}

const layout = () => activeLayout(useWorkspaceStore.getState().kept, shapeNow());
const load = (node: LayoutNode) => useWorkspaceStore.getState().load('p', keepLayout(untouched, shapeNow(), node));
/** the panels of the place of the ladder, the one on top first */
const company = () => {
  const place = placesOf(layout()).find(({ panels }) => panels.includes('priceLadder'));
  return place === undefined ? null : [place.selected, ...place.panels.filter(name => name !== place.selected)];
};
const press = (key = 'd', on: Element = document.body, ctrlKey = false) => fireEvent.keyDown(on, { key, ctrlKey });

it('D opens the price ladder over the book, closes it there, and stays a letter in a field', () => {
  const { getByLabelText, unmount } = render(<Keys />);
  press();
  expect(company()).toEqual(['priceLadder', 'book']);
  press('d', document.body, true);
  press('d', getByLabelText('field'));
  expect(company()).toEqual(['priceLadder', 'book']);
  press('D');
  expect(layout()).toBe(readyLayout('desk', shapeNow()));
  expect(activeChoice(useWorkspaceStore.getState().kept).isChanged).toBe(false);
  unmount();
  press();
  expect(company()).toBeNull();
});

it('brings it on top of the book, and opens it at a free place without a book', () => {
  render(<Keys />);
  load(row(100, [tabs(50, ['book', 'priceLadder']), tabs(50, ['chart'])]));
  press();
  expect(company()).toEqual(['priceLadder', 'book']);
  load(tabs(100, ['risk', 'positions']));
  press();
  expect(company()).toEqual(['priceLadder', 'risk', 'positions']);
});

it('focuses it in its own place, and brings its own window to the front', () => {
  const { getByText } = render(<Keys />);
  const beside = row(100, [tabs(50, ['book']), tabs(50, ['priceLadder'])]);
  load(beside);
  press();
  expect(layout()).toEqual(beside);
  expect(document.activeElement).toBe(getByText('rows'));
  const desk = installFakeDesk({ 'windows.focus': always({}) });
  load(tabs(100, ['book']));
  useWindowStore.setState({ windows: [{ id: 'w3', panel: 'priceLadder' }] });
  press();
  expect(panelsOf(layout())).toEqual(['book']);
  expect(desk.calls.map(({ input }) => input)).toEqual([{ id: 'w3' }]);
});
