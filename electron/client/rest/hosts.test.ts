import { expect, it } from 'vitest';
import { createHosts } from './hosts.ts';

function start() {
  const hosts = createHosts({
    origins: { spot: 'http://spot.example:80', futures: 'nonsense' },
    nowMs: () => 7,
    onChange: () => undefined,
  });
  return { ...hosts, spot: () => hosts.status()[0], futures: () => hosts.status()[1] };
}

it('a host reports the median of the last nine round trips in whole ms', () => {
  const { answered, spot, futures } = start();
  answered('spot', 4.4);
  expect(spot()).toMatchObject({ state: 'reachable', lastOkAtMs: 7, roundTripMs: 4 });
  answered('spot', 900);
  answered('spot', 6);
  expect(spot()?.roundTripMs).toBe(6);
  for (let answers = 0; answers < 9; answers += 1) answered('spot', 20);
  expect(spot()?.roundTripMs).toBe(20);
  expect(futures()?.roundTripMs).toBeNull();
});

it('a host that failed keeps its last round trip beside the error, and clears the error with the next answer', () => {
  const { answered, failed, spot, futures } = start();
  answered('spot', 5);
  failed('spot', 'refused');
  expect(spot()).toMatchObject({ state: 'failing', roundTripMs: 5, lastError: 'refused' });
  answered('spot', 5);
  expect(spot()).toMatchObject({ state: 'reachable', lastError: null });
  expect(futures()).toMatchObject({ host: 'nonsense', state: 'unknown' });
});
