// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createCanvasSurface } from './canvas-surface.ts';
import { readPalette } from './palette.ts';

const ratioBefore = window.devicePixelRatio;
const setRatio = (value: number) =>
  Object.defineProperty(window, 'devicePixelRatio', { value, configurable: true, writable: true });
afterEach(() => setRatio(ratioBefore));

function prepare() {
  const canvas = document.createElement('canvas');
  const scales: (readonly [number, number])[] = [];
  const pen = { scale: (x: number, y: number) => scales.push([x, y]) };
  Object.defineProperty(canvas, 'getContext', { value: () => pen });
  return { canvas, scales, surface: createCanvasSurface(canvas) };
}

it('the canvas has the pixels of the screen and is drawn in CSS px', () => {
  setRatio(1.5);
  const { canvas, scales, surface } = prepare();
  expect(surface?.resize(333, 401)).toBe(true);
  expect([canvas.width, canvas.height]).toEqual([500, 602]);
  expect([canvas.style.width, canvas.style.height]).toEqual(['333px', '401px']);
  expect(scales).toEqual([[1.5, 1.5]]);
});

it('the canvas is cleared only when its size or the screen changes', () => {
  setRatio(1);
  const { surface, scales } = prepare();
  const sizes = [
    [300, 400],
    [300, 400],
    [300, 401],
  ] as const;
  expect(sizes.map(([width, height]) => surface?.resize(width, height))).toEqual([true, false, true]);
  setRatio(2);
  expect(surface?.resize(300, 401)).toBe(true);
  expect(scales).toHaveLength(3);
});

it('the canvas is drawn again when the graphics processor lost its picture', () => {
  const { canvas } = prepare();
  const onCleared = vi.fn();
  const surface = createCanvasSurface(canvas, onCleared);
  surface?.resize(300, 400);
  canvas.dispatchEvent(new Event('contextrestored'));
  expect(onCleared).toHaveBeenCalledOnce();
  expect(surface?.resize(300, 400)).toBe(true);
});

it('a page without canvas drawing has no surface', () => {
  const canvas = document.createElement('canvas');
  Object.defineProperty(canvas, 'getContext', { value: () => null });
  expect(createCanvasSurface(canvas)).toBeNull();
});

it('the colours and fonts are those of the style sheet', () => {
  const element = document.createElement('div');
  const names = ['surface', 'surface-hover', 'line', 'text', 'text-muted', 'text-faint', 'up', 'up-surface', 'down'];
  for (const name of [...names, 'down-surface', 'own', 'warning']) element.style.setProperty(`--${name}`, ` #${name} `);
  element.style.setProperty('--font-figures', 'Figures');
  element.style.setProperty('--font-size', '12px');
  element.style.setProperty('--font-size-large', '15px');
  element.style.setProperty('--book-row-height', '17px');
  document.body.append(element);
  expect(readPalette(element)).toEqual({
    surface: '#surface',
    hover: '#surface-hover',
    line: '#line',
    text: '#text',
    muted: '#text-muted',
    faint: '#text-faint',
    up: '#up',
    upSurface: '#up-surface',
    down: '#down',
    downSurface: '#down-surface',
    own: '#own',
    warning: '#warning',
    font: '12px Figures',
    smallFont: '10.5px Figures',
    largeFont: '600 15px Figures',
    rowPx: 17,
  });
  element.remove();
});
