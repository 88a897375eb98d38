import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { useUiStore } from '#state/ui-store.ts';
import { TabStopContext } from '#ui/form/button.tsx';
import { SizePresets } from './size-presets.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

const kept = () => useUiStore.getState().presets['spot:BTC-USDT'];
const places = () => screen.getAllByRole('button');
const stops = () => places().map(({ tabIndex }) => tabIndex === 0);
const press = (key: string) => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

function draw(size: string): readonly string[] {
  const picked: string[] = [];
  render(
    // as the ticket has it: its other buttons are no stops
    <TabStopContext value={false}>
      <SizePresets market={spotMarket()} size={size} onPick={each => void picked.push(each)} />
    </TabStopContext>,
  );
  return picked;
}

it('size presets are one tab stop, arrows move to the others, and Delete empties the focused one', () => {
  useUiStore.setState({ presets: { 'spot:BTC-USDT': ['0.1', '25%', '', '5000q'] } });
  const picked = draw('7');
  expect(stops()).toEqual([true, false, false, false]);
  places()[0]?.focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(places()[1]);
  expect(stops()).toEqual([false, true, false, false]);
  press('Delete');
  expect(kept()).toEqual(['0.1', '', '', '5000q']);
  expect(document.activeElement?.textContent).toBe('2');
  for (const [key, place] of [
    ['ArrowLeft', 0],
    ['ArrowLeft', 3],
    ['ArrowRight', 0],
    ['End', 3],
    ['Home', 0],
    ['x', 0],
  ] as const) {
    press(key);
    expect(document.activeElement).toBe(places()[place]);
  }
  // nothing was pressed, so nothing was put into the size
  expect(picked).toEqual([]);
});

it('an empty preset stores the typed size and a full one enters it', () => {
  const picked = draw('7');
  fireEvent.click(screen.getByRole('button', { name: /^Preset 3: save/ }));
  expect(kept()).toEqual(['', '', '7', '']);
  fireEvent.click(screen.getByRole('button', { name: 'Preset 3: 7. Delete clears it' }));
  expect(picked).toEqual(['7']);
  cleanup();
  draw(' ');
  expect(places().map(place => place.getAttribute('aria-disabled'))).toEqual(['true', 'true', 'false', 'true']);
});
