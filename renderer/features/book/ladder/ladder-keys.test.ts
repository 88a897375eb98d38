// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { useUiStore } from '#state/ui-store.ts';
import { hearCentreKey } from './ladder-keys.tsx';

const onCentre = vi.fn<() => void>();
let stop = () => {};

afterEach(() => {
  stop();
  onCentre.mockClear();
  useUiStore.setState({ shortcuts: {} });
  document.body.replaceChildren();
});

const press = (key: string, target: Element = document.body, isRepeated = false) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...(isRepeated ? { repeat: true } : {}) }),
  );

it('is heard once from anywhere that has no use for it, and no more when it is let go of', () => {
  stop = hearCentreKey(onCentre);
  const button = document.body.appendChild(document.createElement('button'));
  expect(press(' ', button)).toBe(true);
  press(' ', document.body, true);
  expect(onCentre).not.toHaveBeenCalled();
  // or the page would scroll
  expect(press(' ')).toBe(false);
  expect(onCentre).toHaveBeenCalledTimes(1);
  stop();
  press(' ');
  expect(onCentre).toHaveBeenCalledTimes(1);
});

it('is the key that the user gave it', () => {
  useUiStore.setState({ shortcuts: { centreBook: 'M' } });
  stop = hearCentreKey(onCentre);
  press(' ');
  expect(onCentre).not.toHaveBeenCalled();
  press('m');
  expect(onCentre).toHaveBeenCalledTimes(1);
});
