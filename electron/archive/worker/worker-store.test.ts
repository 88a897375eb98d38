import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { ArchivePlace } from '../archive-place.ts';
import type { ArchiveResult } from '../archive-store.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { type ArchiveThread, createWorkerStore, startArchiveThread } from './worker-store.ts';
import { toArchiveResult } from './messages.ts';

type Asked = { readonly id: number; readonly method: string };

/** Threads that the test plays. */
function playedThreads(wait?: (ms: number, signal?: AbortSignal) => Promise<void>) {
  const threads: { asked: Asked[]; answer: (raw: unknown) => void; end: (reason: string) => void; isEnded: boolean }[] =
    [];
  const start = (): ArchiveThread => {
    const thread = {
      asked: [] as Asked[],
      answer: (_raw: unknown) => {},
      end: (_reason: string) => {},
      isEnded: false,
    };
    threads.push(thread);
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the store posts
      post: question => void thread.asked.push(question as Asked),
      onAnswer: listener => (thread.answer = listener),
      onEnd: listener => (thread.end = listener),
      end: async () => (thread.isEnded = true),
    };
  };
  const places: ArchiveResult<ArchivePlace>[] = [];
  const find = () => Promise.resolve(places.shift() ?? file);
  const started = (count: number) => vi.waitFor(() => expect(threads).toHaveLength(count), { timeout: 20_000 });
  return { threads, places, started, store: createWorkerStore(find, start, wait) };
}

const file = { ok: true, value: { kind: 'file', path: '/path' } } as const;

describe('the store on its own thread', () => {
  it('starts no thread before the first question', async () => {
    const { threads, store } = playedThreads();
    await store.close();
    expect(threads).toEqual([]);
  });

  it('gives each answer to its question, and ignores what is no answer', async () => {
    const { threads, store, started } = playedThreads();
    const [first, second] = [store.lines({ accountId: 1 }), store.lines({ accountId: 2 })];
    await started(1);
    threads[0]?.answer('nonsense');
    threads[0]?.answer({ id: 2, result: { ok: true, value: ['second'] } });
    threads[0]?.answer({ id: 1, result: { ok: false, fault: 'disk-full', detail: 'full' } });
    expect(await second).toEqual({ ok: true, value: ['second'] });
    expect(await first).toEqual({ ok: false, fault: 'disk-full', detail: 'full' });
  });

  it('fails open questions when the thread ends, and starts another one for the next', async () => {
    const { threads, store, started } = playedThreads();
    const lost = store.lines({ accountId: 1 });
    await started(1);
    threads[0]?.end('the thread ended with code 1');
    expect(await lost).toEqual({ ok: false, fault: 'unwritable', detail: 'the thread ended with code 1' });
    void store.lines({ accountId: 1 });
    await started(2);
  });

  it('starts another thread after a restart, and keeps it when the former one ends later', async () => {
    const { threads, store, started } = playedThreads();
    void store.lines({ accountId: 1 });
    await started(1);
    const restarted = store.restart();
    await vi.waitFor(() => expect(threads[0]?.asked).toHaveLength(2), { timeout: 20_000 });
    threads[0]?.answer({ id: 2, result: { ok: true, value: null } });
    await restarted;
    const answer = store.lines({ accountId: 2 });
    await started(2);
    threads[0]?.end('the thread ended with code 1');
    threads[1]?.answer({ id: 1, result: { ok: true, value: [] } });
    expect(await answer).toEqual({ ok: true, value: [] });
    void store.figures({ accountId: 2 });
    await vi.waitFor(() => expect(threads[1]?.asked).toHaveLength(2), { timeout: 20_000 });
  });

  it('answers with the failure of a place that is not found, and finds it again for the next question', async () => {
    const { threads, places, store, started } = playedThreads();
    const failure = { ok: false, fault: 'database-failed', detail: 'no password' } as const;
    places.push(failure);
    expect(await store.lines({ accountId: 1 })).toEqual(failure);
    expect(threads).toEqual([]);
    void store.lines({ accountId: 1 });
    await started(1);
  });

  it('closes the file before it ends the thread', async () => {
    const { threads, store, started } = playedThreads();
    void store.figures({ accountId: 1 });
    await started(1);
    const closed = store.close();
    await vi.waitFor(() => expect(threads[0]?.asked).toHaveLength(2), { timeout: 20_000 });
    expect(threads[0]?.asked.map(({ method }) => method)).toEqual(['figures', 'close']);
    expect(threads[0]?.isEnded).toBe(false);
    threads[0]?.answer({ id: 2, result: { ok: true, value: null } });
    await closed;
    expect(threads[0]?.isEnded).toBe(true);
  });
});

it('worker store ends a thread that does not close its file within seconds', async () => {
  const clock = createFakeClock();
  const { threads, store, started } = playedThreads(clock.wait);
  void store.figures({ accountId: 1 });
  await started(1);
  const closed = store.close();
  await vi.waitFor(() => expect(threads[0]?.asked).toHaveLength(2), { timeout: 20_000 });
  await clock.pass(3_000);
  await closed;
  expect(threads[0]?.isEnded).toBe(true);
});

describe('the thread of a database', () => {
  const connection = { host: '127.0.0.1', port: 1, database: 'd', user: 'u', ca: null };
  const place = { kind: 'database', connection, password: 'p', computerId: randomUUID() } as const;
  const silence = { ok: false, fault: 'database-failed', detail: 'the database did not answer within 90 seconds' };

  const playedDatabase = () => {
    const clock = createFakeClock();
    const played = playedThreads(clock.wait);
    for (let starts = 0; starts < 2; starts += 1) played.places.push({ ok: true, value: place });
    return { ...played, clock };
  };

  it('is ended when an answer takes longer than its limit, and another one starts', async () => {
    const { threads, store, started, clock } = playedDatabase();
    const lost = store.lines({ accountId: 1 });
    await started(1);
    await clock.pass(89_999);
    expect(threads[0]?.isEnded).toBe(false);
    await clock.pass(1);
    expect(await lost).toEqual(silence);
    expect(threads[0]?.isEnded).toBe(true);
    void store.lines({ accountId: 1 });
    await started(2);
  });

  it('has the whole limit for the next question after each answer', async () => {
    const { threads, store, started, clock } = playedDatabase();
    const first = store.lines({ accountId: 1 });
    await started(1);
    await clock.pass(80_000);
    const second = store.lines({ accountId: 2 });
    await vi.waitFor(() => expect(threads[0]?.asked).toHaveLength(2), { timeout: 20_000 });
    threads[0]?.answer({ id: 1, result: { ok: true, value: [] } });
    expect(await first).toEqual({ ok: true, value: [] });
    await clock.pass(80_000);
    expect(threads[0]?.isEnded).toBe(false);
    await clock.pass(10_000);
    expect(await second).toEqual(silence);
  });

  it('has hours for a check, and no limit while nothing is asked', async () => {
    const { threads, store, started, clock } = playedDatabase();
    const result = store.verify({});
    await started(1);
    await clock.pass(6 * 60 * 60_000);
    threads[0]?.answer({ id: 1, result: { ok: true, value: { pages: 0, rows: 0, faults: [] } } });
    expect(await result).toMatchObject({ ok: true });
    await clock.pass(24 * 60 * 60_000);
    expect(threads[0]?.isEnded).toBe(false);
  });

  it('fails with the fault of a database when it ends', async () => {
    const { threads, store, started } = playedDatabase();
    const lost = store.lines({ accountId: 1 });
    await started(1);
    threads[0]?.end('the thread ended with code 1');
    expect(await lost).toMatchObject({ fault: 'database-failed' });
  });
});

it('worker store waits for the file of the archive without a limit', async () => {
  const clock = createFakeClock();
  const { threads, store, started } = playedThreads(clock.wait);
  void store.lines({ accountId: 1 });
  await started(1);
  await clock.pass(24 * 60 * 60_000);
  expect(threads[0]?.isEnded).toBe(false);
});

it('worker store starts a thread that has no environment variable', async () => {
  vi.stubEnv('PGOPTIONS', '-c search_path=wrong');
  const folder = mkdtempSync(join(tmpdir(), 'fathom-thread-'));
  const program = join(folder, 'names.mjs');
  writeFileSync(
    program,
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(Object.keys(process.env));",
  );
  const answer = Promise.withResolvers<unknown>();
  const thread = startArchiveThread(program)({ kind: 'file', path: '/path' });
  thread.onAnswer(answer.resolve);
  expect(await answer.promise).toEqual([]);
  await thread.end();
  removeFolder(folder);
  vi.unstubAllEnvs();
});

it('worker store turns what a method throws into a failure', () => {
  const result = toArchiveResult(() => {
    throw new Error('broken');
  });
  expect(result).toEqual({ ok: false, fault: 'unwritable', detail: 'broken' });
});
