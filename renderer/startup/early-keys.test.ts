// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepEarlyKeys, pressEarlyKeys } from './early-keys.ts';

const isOpening = ({ key }: KeyboardEvent) => /^[bslw]$/i.test(key);

let stop = () => {};
let goAway = () => {};
const heard: string[] = [];
const hear = ({ key }: KeyboardEvent) => heard.push(key);
const press = (key: string, options: KeyboardEventInit = {}, target: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  target.dispatchEvent(event);
  return event;
};

beforeEach(() => {
  heard.length = 0;
  stop = keepEarlyKeys(isOpening);
  document.addEventListener('keydown', hear);
});
afterEach(() => {
  stop();
  goAway();
  document.removeEventListener('keydown', hear);
  document.body.replaceChildren();
});

it('keys pressed for loading panels are applied when they are loaded, in sequence and once', () => {
  for (const key of ['B', '.', '5', 'Tab', 'b', '+', '1']) expect(press(key).defaultPrevented).toBe(true);
  expect(heard).toEqual([]);
  goAway = pressEarlyKeys();
  expect(heard).toEqual(['B', '.', '5', 'Tab', 'b', '+', '1']);
  goAway = pressEarlyKeys();
  expect(heard).toHaveLength(7);
  press('s');
  expect(heard.at(-1)).toBe('s');
});

it('keys of other kinds, in fields and with Ctrl are ignored', () => {
  const input = document.createElement('input');
  document.body.append(input);
  press('b', {}, input);
  press('b', { ctrlKey: true });
  press('b', { repeat: true });
  press('/');
  press('Tab');
  expect(heard).toEqual(['b', 'b', 'b', '/', 'Tab']);
  goAway = pressEarlyKeys();
  expect(heard).toHaveLength(5);
});

it('no key is kept once it was stopped', () => {
  stop();
  press('b');
  expect(heard).toEqual(['b']);
});

it('no key is kept when the panels were faster', () => {
  goAway = pressEarlyKeys();
  stop();
  stop = keepEarlyKeys(isOpening);
  press('b');
  expect(heard).toEqual(['b']);
});
