// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { faded, readColour, watchColours } from './theme-colours.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('style');
});

it('colour reader reads a plain colour as the style sheet has it', () => {
  document.documentElement.style.setProperty('--up', '#2fb3a1');
  expect(readColour(document.documentElement, '--up')).toBe('#2fb3a1');
});

it('resolves a colour of the system in the page, where it is known', () => {
  const root = document.documentElement;
  root.style.setProperty('--up', 'CanvasText');
  // a fake of the browser: it resolves each colour of the system to that of this element
  const resolved = document.createElement('b');
  resolved.style.color = 'rgb(255, 255, 0)';
  document.body.append(resolved);
  const asked: string[] = [];
  const own = getComputedStyle;
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation(element => {
    if (element === root || !(element instanceof HTMLElement)) return own(element);
    asked.push(element.tagName);
    return own(resolved);
  });
  expect(readColour(root, '--up')).toBe('rgb(255, 255, 0)');
  expect(asked).toEqual(['SPAN']);
  expect(root.querySelector('span')).toBeNull();
});

it.each([
  ['#2fb3a1', 0.55, '#2fb3a18c'],
  ['#2fb3a1', 0.02, '#2fb3a105'],
  // forced colours
  ['rgb(255, 255, 0)', 0.25, 'rgba(255, 255, 0, 0.25)'],
  ['rgba(1, 2, 3, 0.5)', 0.25, 'rgba(1, 2, 3, 0.5)'],
  ['', 0.25, ''],
])('fades the colour %s to %s as %s', (colour, alpha, result) => {
  expect(faded(colour, alpha)).toBe(result);
});

it('colour watch calls back when the colours of the system change, until it is ended', () => {
  const changes = new EventTarget();
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', (query: string) => {
    asked.push(query);
    return changes;
  });
  const onChange = vi.fn<() => void>();
  const end = watchColours(onChange);
  expect(asked).toContain('(forced-colors: active)');
  changes.dispatchEvent(new Event('change'));
  expect(onChange).toHaveBeenCalled();
  onChange.mockClear();
  end();
  changes.dispatchEvent(new Event('change'));
  expect(onChange).not.toHaveBeenCalled();
});
