import { expect, it } from 'vitest';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import { createFakeWindows } from '#ipc/testing/fake-windows.ts';
import { windowHandlers } from './windows.ts';

it('edits in one window, and drags in another, are published to the other windows', async () => {
  const reported: unknown[] = [];
  const publishToOthers = (...of: unknown[]) => void reported.push(of);
  const handlers = windowHandlers({ windows: createFakeWindows(), publishToOthers });
  const planned = { profileId: 'p', plan: null };
  const move = { profileId: 'p', row: 2, price: '99.5', isAll: false } as const;
  expect(await handlers['windows.plan'](planned)).toEqual(succeed({}));
  expect(await handlers['windows.moveRung'](move, 'w1')).toEqual(succeed({}));
  expect(reported).toEqual([
    ['windows.planned', planned, mainWindowId],
    ['windows.rungMoved', move, 'w1'],
  ]);
});
