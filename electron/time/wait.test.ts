import { expect, it } from 'vitest';
import { wait } from './wait.ts';

it('wait resolves, also when it is cancelled', async () => {
  await expect(wait(1)).resolves.toBeUndefined();
  const off = new AbortController();
  const pausing = wait(1_000_000, off.signal);
  off.abort();
  await expect(pausing).resolves.toBeUndefined();
  await expect(wait(1_000_000, off.signal)).resolves.toBeUndefined();
});
