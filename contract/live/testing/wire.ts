import { expect, vi } from 'vitest';
import type { ContractExchange } from '#contract/testing/exchange.ts';
import { type LiveDesk, patienceMs, until } from './live-desk.ts';

/** At the exchange lies what is wanted, each topic once, on one line for each venue and right; nothing else is open. */
export async function expectTidy(exchange: ContractExchange, desk: LiveDesk): Promise<void> {
  const wanted = desk
    .feed()
    .states()
    .map(({ topic }) => topic)
    .toSorted();
  await vi.waitFor(
    async () => {
      const lines = await exchange.faults.topics();
      expect(lines.flat().toSorted()).toEqual(wanted);
      expect(lines).toHaveLength(4);
    },
    { timeout: patienceMs, interval: 20 },
  );
}

/** Ends the desk; neither a socket at the exchange nor a timer of the desk is left. */
export async function closeTidily(exchange: ContractExchange, desk: LiveDesk): Promise<void> {
  desk.close();
  await exchange.faults.set({ fault: 'reset' });
  await vi.waitFor(async () => expect(await exchange.faults.topics()).toEqual([]), {
    timeout: patienceMs,
    interval: 20,
  });
  await until(() => expect(desk.time.pending()).toBe(0));
}
