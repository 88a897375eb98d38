import { expect, it } from 'vitest';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import { createFakeWindows } from '#ipc/testing/fake-windows.ts';
import { windowHandlers } from './windows.ts';

it('what one window composes, and what another drags of it, is told to the others', async () => {
  const told: unknown[] = [];
  const tellOthers = (...of: unknown[]) => void told.push(of);
  const handlers = windowHandlers({ windows: createFakeWindows(), tellOthers });
  const planned = { profileId: 'p', plan: null };
  const move = { profileId: 'p', row: 2, price: '99.5', isAll: false } as const;
  expect(await handlers['windows.plan'](planned)).toEqual(succeed({}));
  expect(await handlers['windows.moveRung'](move, 'w1')).toEqual(succeed({}));
  expect(told).toEqual([
    ['windows.planned', planned, mainWindowId],
    ['windows.rungMoved', move, 'w1'],
  ]);
});
