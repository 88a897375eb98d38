import { expect, it } from 'vitest';
import { createRecoveryWatch, type HostStatus } from './link.ts';

it('host recovery is reported once for each host that answers again after it failed', () => {
  const recovered: string[] = [];
  const watch = createRecoveryWatch(venue => recovered.push(venue));
  const hear = (...states: readonly [HostStatus['state'], HostStatus['state']]) =>
    watch(
      (['spot', 'futures'] as const).map((venue, index) => ({
        venue,
        host: venue,
        state: states[index] ?? 'unknown',
        lastOkAtMs: null,
        roundTripMs: null,
        lastError: null,
      })),
    );
  hear('unknown', 'unknown');
  hear('reachable', 'reachable');
  expect(recovered).toEqual([]);
  hear('failing', 'failing');
  hear('failing', 'reachable');
  expect(recovered).toEqual(['futures']);
  hear('reachable', 'reachable');
  hear('reachable', 'reachable');
  expect(recovered).toEqual(['futures', 'spot']);
});
