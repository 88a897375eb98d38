import { describe, expect, it } from 'vitest';
import { settle } from '#time/testing/fake-clock.ts';
import { createSharing } from './sharing.ts';

const never = new AbortController().signal;

function createWork() {
  const sharing = createSharing<string>();
  const started: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const run = (key: string, rank: number, signal: AbortSignal = never): Promise<string> =>
    sharing.run({
      key,
      rank,
      signal,
      onAbort: () => 'gave up',
      start: workSignal => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        started.push({ signal: workSignal, resolve, reject });
        return promise;
      },
    });
  return { run, started };
}

describe('sharing', () => {
  it('runs identical work once while it is under way, and again afterwards', async () => {
    const { run, started } = createWork();
    const both = Promise.all([run('a', 1), run('a', 1), run('b', 1)]);
    expect(started).toHaveLength(2);
    started[0]?.resolve('A');
    started[1]?.resolve('B');
    expect(await both).toEqual(['A', 'A', 'B']);
    void run('a', 1);
    expect(started).toHaveLength(3);
  });

  it('does not make an action wait for a background read, but the reverse', () => {
    const { run, started } = createWork();
    void run('a', 2);
    void run('a', 0);
    void run('a', 1);
    expect(started).toHaveLength(2);
  });

  it('lets one caller leave without an effect on the other', async () => {
    const { run, started } = createWork();
    const leaving = new AbortController();
    const first = run('a', 1, leaving.signal);
    const second = run('a', 1);
    leaving.abort();
    expect(await first).toBe('gave up');
    expect(started[0]?.signal.aborted).toBe(false);
    started[0]?.resolve('A');
    expect(await second).toBe('A');
  });

  it('cancels the work when its last caller leaves, and restarts for the next one', async () => {
    const { run, started } = createWork();
    const leaving = new AbortController();
    const only = run('a', 1, leaving.signal);
    leaving.abort();
    expect(await only).toBe('gave up');
    expect(started[0]?.signal.aborted).toBe(true);
    void run('a', 1);
    expect(started).toHaveLength(2);
    expect(await run('a', 1, leaving.signal)).toBe('gave up');
    expect(started).toHaveLength(2);
  });

  it('forgets failed work', async () => {
    const { run, started } = createWork();
    const failing = run('a', 1);
    started[0]?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    await settle();
    void run('a', 1);
    expect(started).toHaveLength(2);
  });

  it('keeps newer, more important work when older work ends', async () => {
    const { run, started } = createWork();
    const old = run('a', 2);
    void run('a', 0);
    started[0]?.resolve('old');
    expect(await old).toBe('old');
    await settle();
    void run('a', 0);
    expect(started).toHaveLength(2);
  });
});
