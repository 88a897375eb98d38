import { expect, it } from 'vitest';
import type { StorageStatus } from '#shared/domain/storage.ts';
import { createStorageHealth } from './storage-health.ts';

const errorOf = (code: string) => Object.assign(new Error(code), { code });
const sqliteError = (errcode: number) => Object.assign(new Error('sqlite'), { errcode });

function open(free: number | null = 1e9) {
  const reported: StorageStatus[] = [];
  const room = { free };
  let timers: (() => void)[] = [];
  const health = createStorageHealth({
    dataDir: '/data',
    freeBytes: () => room.free,
    later: what => {
      timers.push(what);
      return () => {
        timers = [];
      };
    },
    onChange: status => void reported.push(status),
  });
  const tick = () => {
    const due = timers;
    timers = [];
    for (const what of due) what();
  };
  return { health, reported, room, tick, waiting: () => timers.length };
}

it('storage health is well until something fails, and no timer runs', () => {
  const { health, reported, waiting } = open();
  health.report('settings', null);
  expect(health.status()).toEqual({ state: 'ok', detail: '' });
  expect([reported, waiting()]).toEqual([[], 0]);
});

it.each([errorOf('ENOSPC'), errorOf('EDQUOT'), sqliteError(13)])('knows a full disk by %o (fault 12)', cause => {
  const { health, reported } = open();
  health.report('journal', cause);
  health.report('journal', cause);
  expect(reported).toHaveLength(1);
  expect(reported[0]?.state).toBe('full');
  expect(reported[0]?.detail).toContain('Fathom loads data and sends only cancels');
});

it('knows it by the room that is left too, because SQLite may call it an input error (fault 12)', () => {
  const { health } = open(1000);
  health.report('journal', sqliteError(10));
  expect(health.status().state).toBe('full');
});

it('storage health names the failing part, and reports rejected actions only when the journal fails', () => {
  const { health } = open();
  health.report('log', errorOf('EACCES'));
  expect(health.status()).toMatchObject({ state: 'failing', detail: expect.stringContaining('Trading goes on') });
  expect(health.status().detail).toContain('EACCES');
  health.report('journal', sqliteError(8));
  expect(health.status().detail).toContain('sends only cancels');
  expect(health.status().detail).toContain('/data');
});

it('tries again every two seconds, the journal first, and not before there is room', () => {
  const { health, reported, room, tick, waiting } = open(10);
  const tried: string[] = [];
  let logCause: unknown = errorOf('ENOSPC');
  health.onRetry('log', () => {
    tried.push('log');
    return logCause;
  });
  health.onRetry('journal', () => {
    tried.push('journal');
    return null;
  });
  health.report('log', logCause);
  health.report('journal', logCause);
  tick();
  expect(tried).toEqual([]);
  room.free = 1e9;
  tick();
  expect(tried).toEqual(['journal', 'log']);
  expect(health.status().state).toBe('full');
  logCause = null;
  tick();
  expect(tried).toEqual(['journal', 'log', 'log']);
  expect(reported.map(({ state }) => state)).toEqual(['full', 'ok']);
  expect(waiting()).toBe(0);
  health.close();
  health.report('log', errorOf('EIO'));
  expect(waiting()).toBe(0);
});
