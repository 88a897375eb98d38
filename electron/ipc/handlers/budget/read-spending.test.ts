import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { noteWeight, tallyWeight } from '#client/rest/weight-tally.ts';
import type { Handlers } from '../../gate.ts';
import { createReadSpending } from './read-spending.ts';

const ask = async (pool: 'spot' | 'futures', weight: number) => {
  await Promise.resolve();
  noteWeight(pool, weight);
  return succeed([]);
};

function build() {
  let now = 0;
  const spending = createReadSpending(() => now);
  const few: Partial<Handlers> = {
    'contracts.list': () => ask('futures', 3),
    'symbols.list': async () => {
      await ask('spot', 4);
      return ask('spot', 4);
    },
    'orders.cancel': async () => {
      await ask('spot', 9);
      return succeed({ orderId: 'o', outcome: 'requested' });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked
  const handlers = spending.count(few as Handlers);
  return { spending, handlers, pass: (ms: number) => void (now += ms) };
}

const here = { profileId: 'p' };

it('read spending counts the sent weight of each read by pool and minute, without actions', async () => {
  const { spending, handlers, pass } = build();
  const cancel = handlers['orders.cancel']({ ...here, venue: 'spot', symbol: 'S', orderId: 'o' });
  await Promise.all([handlers['symbols.list'](here), handlers['contracts.list'](here), cancel]);
  expect(spending.report()).toEqual({
    'contracts.list': { spot: 0, futures: 3, management: 0, public: 0 },
    'symbols.list': { spot: 8, futures: 0, management: 0, public: 0 },
  });
  await handlers['contracts.list'](here);
  expect(spending.report()['contracts.list']?.futures).toBe(6);
  pass(61_000);
  expect(spending.report()['contracts.list']?.futures).toBe(0);
});

it('read spending counts nested reads for the outer read too', async () => {
  const { handlers } = build();
  expect((await tallyWeight(() => handlers['symbols.list'](here))).weight).toBe(8);
});
