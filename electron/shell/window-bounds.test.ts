import { expect, it } from 'vitest';
import { defaultSize } from './shell.ts';
import { placeWindow } from './window-bounds.ts';

const display = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1920, height: 1080 };

it.each([
  ['nothing is known', null, null, [display], defaultSize],
  [
    'a size is asked for',
    { width: 800, height: 600 },
    { x: 5, y: 5, width: 900, height: 700 },
    [display],
    { width: 800, height: 600 },
  ],
  ['it was here', null, { x: 5, y: 5, width: 900, height: 700 }, [display], { x: 5, y: 5, width: 900, height: 700 }],
  [
    'it was on the second display',
    null,
    { x: 2000, y: 5, width: 900, height: 700 },
    [display, right],
    { x: 2000, y: 5, width: 900, height: 700 },
  ],
  [
    'the second display is gone',
    null,
    { x: 2000, y: 5, width: 900, height: 700 },
    [display],
    { width: 900, height: 700 },
  ],
  [
    'only a sliver would be seen',
    null,
    { x: -880, y: 5, width: 900, height: 700 },
    [display],
    { width: 900, height: 700 },
  ],
  ['the title would be above', null, { x: 5, y: -30, width: 900, height: 700 }, [display], { width: 900, height: 700 }],
  [
    'the title would be below',
    null,
    { x: 5, y: 1070, width: 900, height: 700 },
    [display],
    { width: 900, height: 700 },
  ],
  ['only the size was kept', null, { width: 900, height: 700 }, [display], { width: 900, height: 700 }],
])('computes the window bounds when %s', (_when, wanted, remembered, displays, place) => {
  expect(placeWindow(wanted, remembered, displays)).toEqual(place);
});
