import { expect, it } from 'vitest';
import { pause } from './wait.ts';

it('resolves, also when it is called off', async () => {
  await expect(pause(1)).resolves.toBeUndefined();
  const off = new AbortController();
  const pausing = pause(1_000_000, off.signal);
  off.abort();
  await expect(pausing).resolves.toBeUndefined();
  await expect(pause(1_000_000, off.signal)).resolves.toBeUndefined();
});
