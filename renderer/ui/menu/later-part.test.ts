// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { laterPart } from './later-part.ts';

const heard: string[] = [];
const hear = (event: Event) => {
  if (event instanceof KeyboardEvent) heard.push(event.key);
};
const type = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
  document.body.addEventListener('keydown', hear);
});
afterEach(() => {
  document.body.removeEventListener('keydown', hear);
  vi.useRealTimers();
});

it('a part that does not load releases the keys after a while, and does not receive them later', async () => {
  const coming = Promise.withResolvers<string>();
  const part = laterPart(() => coming.promise);
  const shown = vi.fn();
  part.open(shown);
  type('a');
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(3000);
  type('b');
  expect(heard).toEqual(['b']);
  coming.resolve('part');
  await vi.waitFor(() => expect(shown).toHaveBeenCalledExactlyOnceWith('part'), { timeout: 20_000 });
  expect(heard).toEqual(['b']);
});

it('a part that loads in time gets the keys that were typed meanwhile', async () => {
  const coming = Promise.withResolvers<string>();
  const part = laterPart(() => coming.promise);
  part.open(() => {});
  type('a');
  coming.resolve('part');
  await vi.waitFor(() => expect(heard).toEqual(['a']), { timeout: 20_000 });
  type('b');
  expect(heard).toEqual(['a', 'b']);
});
