import { expect, it } from 'vitest';
import { createFakeLock } from '#credentials/testing/fake-lock.ts';
import { lockHandlers } from './lock.ts';

it('lock handler locks for the page directly, and passes other calls to the lock', async () => {
  const way: string[] = [];
  const locking = createFakeLock(step => void way.push(step));
  const handlers = lockHandlers(locking);
  expect(await handlers['lock.engage']({})).toMatchObject({ ok: true, value: { locked: { reason: 'asked' } } });
  expect(await handlers['lock.read']({})).toMatchObject({ ok: true, value: { locked: { reason: 'asked' } } });
  await handlers['lock.release']({});
  await handlers['lock.touch']({});
  await handlers['lock.setPin']({ home: 'session' });
  await handlers['lock.removePin']({});
  await handlers['lock.change']({ idleMin: null, isLockedAtStart: true });
  await handlers['privacy.change']({ level: 'all' });
  expect(way).toEqual([
    'unlock',
    'touch',
    'set a PIN in session',
    'remove the PIN',
    'lock after null, at start true',
    'privacy all',
  ]);
});
