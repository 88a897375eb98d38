import { expect, vi } from 'vitest';
import type { ContractExchange } from '#contract/testing/exchange.ts';
import { type LiveFixture, patienceMs, until } from './live-fixture.ts';

/** At the exchange lies what is wanted, each topic once, on one connection for each venue and right; nothing else is open. */
export async function expectTidy(exchange: ContractExchange, fixture: LiveFixture): Promise<void> {
  const wanted = fixture.wanted().toSorted();
  await vi.waitFor(
    async () => {
      const connections = await exchange.faults.topics();
      expect(connections.flat().toSorted()).toEqual(wanted);
      expect(connections).toHaveLength(4);
    },
    { timeout: patienceMs, interval: 20 },
  );
}

/** Ends the fixture; neither a socket at the exchange nor a timer of the fixture is left. */
export async function closeTidily(exchange: ContractExchange, fixture: LiveFixture): Promise<void> {
  fixture.close();
  await exchange.faults.set({ fault: 'reset' });
  await vi.waitFor(async () => expect(await exchange.faults.topics()).toEqual([]), {
    timeout: patienceMs,
    interval: 20,
  });
  await until(() => expect(fixture.time.pending()).toBe(0));
}
