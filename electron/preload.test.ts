import { beforeEach, expect, it, vi } from 'vitest';

type Listener = (...words: unknown[]) => void;
interface Desk {
  call(name: unknown, input: unknown): Promise<unknown>;
  on(name: string, listener: Listener): () => void;
}

const loadFake = () => import('./shell/testing/electron-fake.ts');
let electron: Awaited<ReturnType<typeof loadFake>>;

/** A fresh preload in a fresh Electron. */
async function load(): Promise<Desk> {
  vi.resetModules();
  const fake = await loadFake();
  electron = fake;
  vi.doMock('electron', () => fake);
  await import('./preload.ts');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the preload shows is what the tests look at
  return electron.exposed.get('desk') as Desk;
}

let desk: Desk;
beforeEach(async () => {
  desk = await load();
});

function fire(name: string, payload: unknown): void {
  electron.rendererListeners.get('desk:event')?.({ sender: 'a way back into Electron' }, { number: 7, name, payload });
}

it('preload exposes two frozen functions and nothing else', () => {
  expect([...electron.exposed.keys()]).toEqual(['desk']);
  expect(Reflect.ownKeys(desk)).toEqual(['call', 'on']);
  expect(Object.isFrozen(desk)).toBe(true);
  expect(Object.values(desk).every(value => typeof value === 'function')).toBe(true);
  expect([...electron.rendererListeners.keys()]).toEqual(['desk:event']);
});

it('preload forwards a call on its one channel, whatever name the page gives', async () => {
  await expect(desk.call('desk:other', { a: 1 })).resolves.toEqual({ ok: true, value: null });
  expect(electron.rendererSent).toEqual([['invoke', 'desk:call', 'desk:other', { a: 1 }]]);
});

it('preload passes on the payload alone, never the event', () => {
  const heard: unknown[][] = [];
  const leave = desk.on('link.changed', (...words) => heard.push(words));
  desk.on('profiles.changed', (...words) => heard.push(words));
  fire('link.changed', { a: 1 });
  expect(heard).toEqual([[{ a: 1 }]]);
  // there is no document here and so no frame to report
  expect(electron.rendererSent).toEqual([['send', 'desk:taken', 7, Number.NaN]]);
  leave();
  fire('link.changed', { a: 2 });
  expect(heard).toHaveLength(1);
});

it('preload counts each registration, so that one unsubscribe removes one listener', () => {
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const leave = desk.on('link.changed', listener);
  desk.on('link.changed', listener);
  leave();
  leave();
  fire('link.changed', {});
  expect(heard).toBe(1);
});

it('preload reaches the other listeners when one throws, and confirms', async () => {
  const broken = vi.fn<(cause: unknown) => void>();
  process.once('unhandledRejection', broken);
  let heard = 0;
  desk.on('link.changed', () => {
    throw new Error('broken');
  });
  desk.on('link.changed', () => {
    heard += 1;
  });
  fire('link.changed', {});
  await new Promise(setImmediate);
  expect(heard).toBe(1);
  expect(broken).toHaveBeenCalledOnce();
  // there is no document here and so no frame to report
  expect(electron.rendererSent).toEqual([['send', 'desk:taken', 7, Number.NaN]]);
});
