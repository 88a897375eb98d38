import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, type FailureKind, type Result, succeed } from '#shared/errors.ts';
import { type Policy, practicePolicy } from '#shared/policy/policy.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createActionPolicy } from '#policy/action-policy.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import { futures, openAccount, waysOn } from '../testing/every-way.ts';
import { createFakeSafeguards } from '../testing/fake-safety.ts';
import {
  account,
  answering,
  freeBudget,
  inTurn,
  orderOf,
  silent,
  startTestTrading,
} from '../testing/trading-fixture.ts';
import { createTrading, type Trading } from '../trading.ts';
import { longestPreparationMs, type SendFailure } from './send-conditions.ts';

/** Everything that can change while an action is prepared, and a user who agrees to each question after a while. */
interface World {
  policy: Policy;
  write: SendFailure | null;
  validationError: string | null;
  lateMs: number;
  readonly safeguards: SafeguardList;
}

let world: World;
let trading: Trading;
const run = startTestTrading();
const nowMs = () => run.time.nowMs() + world.lateMs;
const questionSteps = 7;

async function pass(steps: number): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- each waits for one turn of the microtasks
  for (let step = 0; step < steps; step += 1) await Promise.resolve();
}

function begin(policy: Policy): void {
  world = { policy, write: null, validationError: null, lateMs: 0, safeguards: createFakeSafeguards() };
  trading = createTrading({
    journal: run.store.journal,
    policy: createActionPolicy({
      sentLately: () => [],
      policyOf: () => world.policy,
      journal: run.store.journal,
      prices: {
        book: () => Promise.resolve({ bids: [['100', '50']], asks: [['100.1', '50']] }),
        rates: () => Promise.resolve({ rates: {}, asOfMs: 1 }),
      },
      ask: async (_question, take) => {
        await pass(questionSteps);
        return await take();
      },
      profileOf: () => succeed(buildProfile()),
      nowMs,
    }),
    budget: freeBudget,
    log: silent,
    nowMs,
    publish: run.publish,
    notice: run.notice,
    refuseWrite: () => world.write,
    validationError: () => world.validationError,
    safeguards: world.safeguards,
    wait: run.time.wait,
  });
}

beforeEach(() => begin(practicePolicy));

const rights = { mayPlace: false, mayMoveMargin: false, mayBorrow: false, mayTransfer: false } as const;

/** Each condition, how it changes, and the kind of the failure that names it. */
const changes = {
  'read-only': [() => void (world.write = fail('read-only', 'read-only')), 'read-only'],
  locked: [() => void (world.write = fail('locked', 'locked')), 'locked'],
  'another profile': [() => void (world.write = fail('no-profile', 'another')), 'no-profile'],
  frozen: [() => void world.safeguards.change('p1', { frozenSinceMs: 1 }), 'frozen'],
  'not reconciled': [() => void (world.validationError = 'Not yet.'), 'not-reconciled'],
  'rights taken': [() => void (world.policy = { ...world.policy, ...rights }), 'policy'],
  'dry run begins': [() => void world.safeguards.change('p1', { isDryRun: true }), 'dry-run'],
  'too late': [() => void (world.lateMs = longestPreparationMs + 1), 'timeout'],
} as const satisfies Record<string, readonly [() => void, FailureKind]>;

const ways = waysOn(() => trading);
const cancels = new Set(['cancel', 'cancel of a stop', 'cancel of all on margin']);
const typed: Policy = { ...practicePolicy, bands: [{ fromNotional: '0', level: 'type-symbol' }] };

/** Starts an action, applies a change after some steps of it, and returns what was sent before and after. */
async function changeDuring(way: keyof typeof ways, change: () => void, steps: number) {
  const { at, sent } = openAccount();
  const answer = ways[way](at);
  await pass(steps);
  const before = sent.length;
  change();
  const result: Result<unknown> = await answer;
  return { before, after: sent.length, kind: result.ok ? null : result.error.kind };
}

/** A way, how many steps of it pass before the change, and the policy. */
const arbitraryRun = fc.tuple(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names, which are those of the ways
  fc.constantFrom(...(Object.keys(ways).filter(way => !cancels.has(way)) as (keyof typeof ways)[])),
  fc.integer({ min: 0, max: 80 }),
  fc.constantFrom(practicePolicy, typed),
);

it.each(Object.entries(changes))(
  'recheck sends nothing after a change at any step: %s',
  async (name, [change, kind]) => {
    const seen = { refused: 0, sent: 0 };
    const check = async ([way, steps, policy]: readonly [keyof typeof ways, number, Policy]) => {
      // the time runs from the typed confirmation, so a late one is not too late
      begin(name === 'too late' ? practicePolicy : policy);
      const { before, after, kind: failureKind } = await changeDuring(way, change, steps);
      seen[before > 0 ? 'sent' : 'refused'] += 1;
      expect([after, failureKind]).toEqual([before, before > 0 ? null : kind]);
    };
    await fc.assert(fc.asyncProperty(arbitraryRun, check), { numRuns: 80 });
    // both happened, so the steps reach from the first one past the last one
    expect(Math.min(seen.refused, seen.sent)).toBeGreaterThan(0);
  },
);

async function checkDryRun([way, steps, policy]: readonly [keyof typeof ways, number, Policy]): Promise<void> {
  begin(policy);
  world.safeguards.change('p1', { isDryRun: true });
  const end = () => void world.safeguards.change('p1', { isDryRun: false });
  expect(await changeDuring(way, end, steps)).toEqual({ before: 0, after: 0, kind: 'dry-run' });
}

it('recheck sends nothing that was requested in a dry run, whenever the dry run ends', async () => {
  await fc.assert(fc.asyncProperty(arbitraryRun, checkDryRun), { numRuns: 40 });
});

it('recheck restarts the time limit at the typed confirmation', async () => {
  begin(typed);
  const { before, after } = await changeDuring('order', changes['too late'][0], questionSteps);
  expect([before, after]).toEqual([0, 1]);
});

it('recheck places no replacement when the profile is frozen after the old order was cancelled', async () => {
  const old = orderOf(
    { ...futures, clientOid: 'old' },
    { id: 'f1', venue: 'futures', tradeType: 'futures', leverage: '5' },
  );
  const order = inTurn<Order>(answering(old), () => {
    world.safeguards.change('p1', { frozenSinceMs: 1 });
    return answering<Order>({ ...old, isActive: false, isCancelled: true })();
  });
  const place = inTurn(answering({ orderId: 'f2', clientOid: 'new' }));
  const at = account({
    futures: { order: order.call, cancel: answering({ orderIds: ['f1'] }), place: place.call },
    futuresAccount: { marginMode: answering('isolated') },
  });
  const { clientOid: _clientOid, leverage: _leverage, ...same } = futures;
  const what = { clientOid: 'new', venue: 'futures', tradeType: 'futures', orderId: 'f1' } as const;
  expect(await trading.amend(at, { ...same, ...what, isStop: false, isReduceOnly: false, price: '100' })).toMatchObject(
    { value: { outcome: 'gone', detail: expect.stringContaining('kill switch froze this profile') } },
  );
  expect(place.calls).toEqual([]);
});
