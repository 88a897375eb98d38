import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useUiStore } from '#state/ui-store.ts';
import { usePriceLadderKey } from './use-price-ladder-key.ts';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

function Keys() {
  usePriceLadderKey();
  return <input aria-label="field" />;
}

const isShown = () => useUiStore.getState().isPriceLadder;

it('D goes to the price ladder and back, and stays a letter where one types', () => {
  const { getByLabelText, unmount } = render(<Keys />);
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(isShown()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'd', ctrlKey: true });
  fireEvent.keyDown(getByLabelText('field'), { key: 'd' });
  expect(isShown()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'D' });
  expect(isShown()).toBe(false);
  unmount();
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(isShown()).toBe(false);
});
