import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { exchangeOnce } from './http.ts';

const mebibyte = 1024 * 1024;

/** A body of so many bytes, a MiB at a time, and how much of it was asked for. */
function bodyOf(bytes: number) {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        const size = Math.min(mebibyte, bytes - given);
        if (size === 0) return controller.close();
        given += size;
        controller.enqueue(new Uint8Array(size).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, givenBytes: () => given };
}

function ask(response: Response) {
  return exchangeOnce(
    {
      url: 'https://exchange.example/api/v1/symbols',
      method: 'GET',
      headers: {},
      body: '',
      signal: new AbortController().signal,
      totalMs: 10_000,
    },
    { ...createFakeClock(), fetch: () => Promise.resolve(response) },
  );
}

describe('a large answer', () => {
  it('is read up to 8 MiB', async () => {
    const answer = await ask(new Response(bodyOf(8 * mebibyte).stream));
    expect(answer.kind === 'answer' && answer.text.length).toBe(8 * mebibyte);
  });

  it('is given up at the first byte beyond, and the rest is not read', async () => {
    const { stream, givenBytes } = bodyOf(64 * mebibyte);
    const response = new Response(stream);
    const given = await ask(response);
    // of the kind first: to show the difference of a text of 8 MiB would take minutes
    expect(given.kind).toBe('failure');
    expect(given).toMatchObject({ reason: 'too-large', isCertainlyUnsent: false });
    expect(givenBytes()).toBe(9 * mebibyte);
    const justBeyond = await ask(new Response(bodyOf(8 * mebibyte + 1).stream));
    expect(justBeyond.kind).toBe('failure');
  });
});
