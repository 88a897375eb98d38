import { remove, setFault } from '../second-client.ts';
import type { MainProcess } from './main-process.ts';
import { expect, type OutsideExchange, test } from './main-test.ts';
import {
  addedMargin,
  contract,
  type SentAction,
  expectEqual,
  type FinalStates,
  pair,
  profileId,
  readJournal,
  restingOrders,
  waitUntilResolved,
} from './journal-truth.ts';

/** `npm run test:long` asks for 300. Two tests share them, so that two workers do. */
const rounds = Math.ceil(Number(process.env['FATHOM_KILL_ROUNDS'] ?? 30) / 2);
const firstSeed = Number(process.env['FATHOM_KILL_SEED'] ?? 20_261_127);
/** The delay of each request, so that kills happen at every stage. */
const latencyMs = 200;
const longestDelayMs = 1_500;
/** On a busy machine main is not live for a while after its start. */
const journalPatienceMs = 60_000;
/** The exchange allows 200 active orders per pair; a round leaves at most five. */
const roundsPerCleanUp = 25;

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

function orderAction(key: string): Action {
  return {
    kind: 'order',
    keys: [key],
    amount: 0,
    send: main => main.ask('orders.place', { profileId, order: order(key) }),
  };
}

/**
 * The actions of one round; each has an amount that nothing else at the exchange has, so that it can be found there.
 */
function actionsOf(round: number, prefix: string): readonly Action[] {
  const key = (name: string) => `${prefix}-${round}-${name}`;
  const amount = 1.0007 + round / 100;
  const ladder = [1, 2, 3, 4].map(row => key(`ladder-${row}`));
  return [
    orderAction(key('order')),
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

/**
 * Another program cancels all orders of the pair; an order that came back later would be one that was not sent since.
 */
async function cancelOrders({ client }: OutsideExchange, sent: Map<string, SentAction>): Promise<void> {
  await remove(client('spot'), `/api/v1/hf/orders?symbol=${pair}`);
  for (const [key, { kind }] of sent) if (kind === 'order') sent.delete(key);
}

/**
 * Sends the actions until one of them is in the journal: on a busy machine main refuses them before it is live. False:
 * none is there in time.
 */
async function sendUntilJournaled(main: MainProcess, all: readonly Action[]): Promise<boolean> {
  const keys = new Set(all.flatMap(({ keys: of }) => of.slice(0, 1)));
  const isThere = async () => (await readJournal(main)).some(({ key }) => keys.has(key));
  const deadline = Date.now() + journalPatienceMs;
  while (Date.now() < deadline) {
    const answers = all.map(({ send }) => send(main).catch(() => undefined)); // the kill takes the answer away
    const answered = Promise.all(answers).then(() => 'answered');
    let state = 'asked';
    while (state === 'asked') {
      if (await isThere()) return true;
      state = await Promise.race([answered, new Promise<string>(resolve => setTimeout(() => resolve('asked'), 20))]);
    }
    if (await isThere()) return true;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return false;
}

/** Sends an order that the exchange executes without an answer, and waits until the exchange has it. Gives its key. */
async function sendUnanswered(main: MainProcess, exchange: OutsideExchange, prefix: string): Promise<string> {
  const key = `${prefix}-unanswered`;
  // orders only: the feeds ask for their token by POST too, and before they are up main refuses every order
  const path = '/api/v1/hf/orders';
  const isUnanswered = { fault: 'rest', answer: { kind: 'hang' }, isExecuted: true, method: 'POST', path };
  await setFault(exchange.control, { ...isUnanswered, count: 1_000 });
  expect(await sendUntilJournaled(main, [orderAction(key)]), 'main journals the order').toBe(true);
  await expect.poll(() => restingOrders(exchange, key), { timeout: 60_000 }).toEqual([key]);
  return key;
}

for (const seed of [firstSeed, firstSeed + 1]) {
  test(`main resolves every action and equals the exchange after each of ${rounds} kills, seed ${seed} (faults 9, 10, 41)`, async ({
    exchange,
    startMain,
  }) => {
    test.setTimeout(60_000 + rounds * 120_000);
    const random = createRandom(seed);
    const prefix = `kill-${seed}`;
    const sent = new Map<string, SentAction>();
    const states: FinalStates = new Map();
    const before = { atMs: Date.now(), addedMargin: await addedMargin(exchange) };
    let main = await startMain();
    await waitUntilResolved(main);
    /** Kills main and starts it again. It then lives, resolves every action, and equals the exchange. */
    const restart = async () => {
      await main.kill();
      await setFault(exchange.control, { fault: 'reset' });
      main = await startMain();
      expect(await main.request({ kind: 'page' })).toBe(true);
      await waitUntilResolved(main);
      await expectEqual(main, exchange, { sent, prefix, before, states });
    };
    const unanswered = await sendUnanswered(main, exchange, prefix);
    sent.set(unanswered, { kind: 'order', amount: 0, journalKey: unanswered });
    await restart();
    expect(states.get(unanswered)).toBe('found-done');
    let journaledRounds = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const actions = actionsOf(round, prefix);
      const chosen = actions.filter(() => random() < 0.6);
      const all = chosen.length === 0 ? actions : chosen;
      for (const { keys, kind, amount } of all)
        for (const key of keys) sent.set(key, { kind, amount, journalKey: keys[0] ?? key });
      await setFault(exchange.control, { fault: 'latency', target: 'rest', ms: latencyMs });
      // most kills come after the first line of the journal, some before it
      if (random() < 0.8) journaledRounds += (await sendUntilJournaled(main, all)) ? 1 : 0;
      else for (const { send } of all) send(main).catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, random() * longestDelayMs));
      await restart();
      if (round % roundsPerCleanUp === 0) await cancelOrders(exchange, sent);
    }
    // a run without actions would prove nothing
    test
      .info()
      .annotations.push({ type: 'rounds', description: `${journaledRounds} of ${rounds} with a journaled action` });
    expect(journaledRounds).toBeGreaterThanOrEqual(rounds / 2);
  });
}
