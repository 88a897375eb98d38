import { setFault } from '../second-client.ts';
import type { MainProcess } from './main-process.ts';
import { expect, test } from './main-test.ts';
import {
  addedMargin,
  contract,
  type SentAction,
  expectEqual,
  pair,
  profileId,
  readJournal,
  waitUntilResolved,
} from './journal-truth.ts';

/** `npm run test:long` asks for 300. Two tests share them, so that two workers do. */
const rounds = Math.ceil(Number(process.env['FATHOM_KILL_ROUNDS'] ?? 30) / 2);
const firstSeed = Number(process.env['FATHOM_KILL_SEED'] ?? 20_261_127);
/** Each request takes this long on its way, so that kills meet every moment of it. */
const latencyMs = 200;
const longestDelayMs = 1_500;

/** A small generator with a seed, so that a red run can be repeated. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const order = (clientOid: string) => ({
  clientOid,
  symbol: pair,
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});
const own = (wallet: string) => ({ wallet, symbol: null, userId: null });

interface Action {
  readonly kind: 'order' | 'margin' | 'transfer';
  readonly keys: readonly string[];
  readonly amount: number;
  readonly send: (main: MainProcess) => Promise<unknown>;
}

/** The actions of one round; each has an amount that nothing else at the exchange has, so that it can be found there. */
function actionsOf(round: number, prefix: string): readonly Action[] {
  const key = (name: string) => `${prefix}-${round}-${name}`;
  const amount = 1.0007 + round / 100;
  const ladder = [1, 2, 3, 4].map(row => key(`ladder-${row}`));
  return [
    {
      kind: 'order',
      keys: [key('order')],
      amount: 0,
      send: main => main.ask('orders.place', { profileId, order: order(key('order')) }),
    },
    {
      kind: 'order',
      keys: ladder,
      amount: 0,
      send: main => main.ask('orders.placeBatch', { profileId, mode: 'async', orders: ladder.map(order) }),
    },
    {
      kind: 'margin',
      keys: [key('margin')],
      amount,
      send: main =>
        main.ask('positions.addMargin', {
          profileId,
          symbol: contract,
          amount: amount.toFixed(4),
          bizNo: key('margin'),
        }),
    },
    {
      kind: 'transfer',
      keys: [key('transfer')],
      amount,
      send: main =>
        main.ask('transfers.send', {
          profileId,
          transfer: {
            clientOid: key('transfer'),
            currency: 'USDT',
            amount: amount.toFixed(4),
            from: own('main'),
            to: own('trade'),
          },
        }),
    },
  ];
}

for (const seed of [firstSeed, firstSeed + 1]) {
  test(`resolves every action and equals the exchange after each of ${rounds} kills, seed ${seed} (faults 9, 10, 41)`, async ({
    exchange,
    startMain,
  }) => {
    test.setTimeout(60_000 + rounds * 60_000);
    const random = createRandom(seed);
    const prefix = `kill-${seed}`;
    const sent = new Map<string, SentAction>();
    const before = { atMs: Date.now(), addedMargin: await addedMargin(exchange) };
    let main = await startMain();
    await waitUntilResolved(main);
    for (let round = 1; round <= rounds; round += 1) {
      const actions = actionsOf(round, prefix);
      const chosen = actions.filter(() => random() < 0.6);
      const all = chosen.length === 0 ? actions : chosen;
      for (const { keys, kind, amount } of all)
        for (const key of keys) sent.set(key, { kind, amount, journalKey: keys[0] ?? key });
      await setFault(exchange.control, { fault: 'latency', target: 'rest', ms: latencyMs });
      for (const { send } of all) send(main).catch(() => undefined); // the kill takes the answer away
      await new Promise(resolve => setTimeout(resolve, random() * longestDelayMs));
      await main.kill();
      await setFault(exchange.control, { fault: 'reset' });
      main = await startMain();
      // it lives: it answers, its page is loaded, and it finds out what became of everything
      expect(await main.request({ kind: 'page' })).toBe(true);
      await waitUntilResolved(main);
      await expectEqual(main, exchange, { sent, prefix, before });
    }
    // a run without an answer that was lost would prove nothing
    const states = (await readJournal(main)).map(({ state }) => state);
    if (rounds >= 15) expect(states).toContain('found-done');
  });
}
