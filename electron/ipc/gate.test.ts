import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { partLength } from '#shared/calls/table-calls.ts';
import { type CallName, calls, type KeychainStatus } from '#shared/contract.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { createGate, type Gate, type Handlers } from './gate.ts';
import { cancelLimits } from '#policy/action-budget.ts';
import { createRateCap } from './rate-cap.ts';
import { longestCall } from '#shell/chromium/chromium-calls.ts';

const page = { isPage: true };
const names = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name));
const windowOf = (sender: unknown) => (sender === page ? mainWindowId : null);
const canary = 'CANARY-the-secret';

let nowMs = 0;
let lines: string[] = [];
let reached: { name: string; input: unknown }[] = [];
let answer: () => Promise<Result<unknown>>;
let gate: Gate;

const log: Log = {
  debug: (...words) => lines.push(JSON.stringify(words)),
  info: (...words) => lines.push(JSON.stringify(words)),
  warn: (...words) => lines.push(JSON.stringify(words)),
  error: (...words) => lines.push(JSON.stringify(words)),
};

/** Every call has a handler that notes what reached it. */
function recordingHandlers(): Handlers {
  const handlers = Object.fromEntries(
    names.map(name => [
      name,
      (input: unknown) => {
        reached.push({ name, input });
        return answer();
      },
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the contract's own list of names; the answers are wrong on purpose
  return handlers as unknown as Handlers;
}

beforeEach(() => {
  nowMs = 1_000_000;
  lines = [];
  reached = [];
  answer = () => Promise.resolve(succeed({}));
  gate = createGate({ handlers: recordingHandlers(), windowOf, log, nowMs: () => nowMs });
});

/** An input whose JSON is so long. */
function sized(length: number) {
  return { id: 'x'.repeat(length - '{"id":""}'.length) };
}

const write = (text: string) => gate('exports.write', { exportId: 'e', text }, page);

describe('the gate', () => {
  it('accepts a valid call of our page, and cuts its answer to the contract', async () => {
    const status: KeychainStatus & { secret: string } = { state: 'ready', detail: 'd', secret: canary };
    answer = () => Promise.resolve(succeed(status));
    expect(await gate('keychain.probe', {}, page)).toEqual(succeed({ state: 'ready', detail: 'd' }));
    expect(reached).toEqual([{ name: 'keychain.probe', input: {} }]);
  });

  it('checks the sender first, and rejects one that it cannot inspect', async () => {
    expect(await gate('app.info', {}, {})).toEqual(fail('not-trusted', 'Only the page of Fathom may ask.'));
    expect(lines).toEqual(['["gate.not-trusted",{}]']);
    const frail = createGate({
      handlers: recordingHandlers(),
      windowOf: () => {
        throw new Error('frame was destroyed');
      },
      log,
      nowMs: () => nowMs,
    });
    expect(await frail('app.info', {}, page)).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
    expect(reached).toEqual([]);
  });

  it('gives the handler the calling window, and limits each window by itself', async () => {
    const asked: unknown[] = [];
    const fire: Handlers['killSwitch.fire'] = (_input, caller) => {
      asked.push(caller);
      return Promise.resolve(fail('declined', 'no'));
    };
    const handlers: Handlers = { ...recordingHandlers(), 'killSwitch.fire': fire };
    const open = createGate({ handlers, windowOf: String, log, nowMs: () => nowMs });
    const fireFrom = (from: string) => open('killSwitch.fire', { profileId: 'p' }, from);
    for (let n = 0; n < 200; n += 1) await fireFrom('wild');
    expect(await fireFrom('wild')).toMatchObject({ error: { kind: 'rate-limited' } });
    expect(await fireFrom('calm')).toMatchObject({ error: { kind: 'declined' } });
    expect(asked.at(-1)).toBe('calm');
  });

  it.each([undefined, null, 7, '', 'toString', '__proto__', 'constructor', 'nope', ['app.info']])(
    'rejects the unknown call %o',
    async name => {
      expect(await gate(name, {}, page)).toEqual(fail('invalid-request', 'There is no such call.'));
      expect(reached).toEqual([]);
    },
  );

  it('rejects a wrong, too large or cyclic input, and names the field but not the value', async () => {
    const wrong = await gate('profiles.select', { id: 5, extra: canary }, page);
    expect(wrong).toEqual(
      fail('invalid-request', 'The input of profiles.select is not as agreed (id). Nothing was done.', { field: 'id' }),
    );
    expect(await gate('profiles.select', 'x', page)).toEqual(
      fail('invalid-request', 'The input of profiles.select is not as agreed. Nothing was done.'),
    );
    expect(await gate('orders.placeBatch', { profileId: 'p', mode: 'sync', orders: [7] }, page)).toMatchObject({
      error: { field: 'orders.0' },
    });
    const refused = fail('invalid-request', 'The input of profiles.select is too large or no plain data.');
    const cycle: Record<string, unknown> = {};
    cycle['id'] = cycle;
    for (const input of [{ id: 'x'.repeat(70_000) }, cycle, { id: 1n }])
      expect(await gate('profiles.select', input, page)).toEqual(refused);
    expect(await gate('app.info', undefined, page)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(reached).toEqual([]);
  });

  it('accepts an input of 64 KiB, and none that is larger by a character', async () => {
    const tooLarge = { message: 'The input of profiles.select is too large or no plain data.' };
    expect(await gate('profiles.select', sized(65_536), page)).not.toMatchObject({ error: tooLarge });
    expect(await gate('profiles.select', sized(65_537), page)).toMatchObject({ error: tooLarge });
  });

  it('rejects a cancel of more than 1 KiB, because each cancel is journalled', async () => {
    for (const name of ['orders.cancel', 'stops.cancel', 'margin.cancel', 'margin.cancelAll']) {
      const tooLarge = { message: `The input of ${name} is too large or no plain data.` };
      expect(await gate(name, sized(1_024), page)).not.toMatchObject({ error: tooLarge });
      expect(await gate(name, sized(1_025), page)).toMatchObject({ error: tooLarge });
    }
    const long = { profileId: 'p', venue: 'spot', symbol: 'S', orderId: 'o'.repeat(129) };
    expect(await gate('orders.cancel', long, page)).toMatchObject({ error: { field: 'orderId' } });
  });

  it('rejects a number of more than 200 digits', async () => {
    const added = { profileId: 'p', symbol: 'S', bizNo: 'b', amount: '1'.repeat(201) };
    expect(await gate('positions.addMargin', added, page)).toMatchObject({ error: { field: 'amount' } });
  });

  it('accepts a snapshot of thousands of sub-accounts, and no larger one', async () => {
    for (const name of ['overseen.look', 'oversight.save']) {
      const tooLarge = { message: `The input of ${name} is too large or no plain data.` };
      expect(await gate(name, sized(4_194_304), page)).not.toMatchObject({ error: tooLarge });
      expect(await gate(name, sized(4_194_305), page)).toMatchObject({ error: tooLarge });
    }
  });

  it('accepts the largest part of a file with any content, and no larger one', async () => {
    for (const letter of ['x', '"', '\n', '\u0001', 'ü'])
      expect(await write(letter.repeat(partLength)), JSON.stringify(letter)).toEqual(succeed({}));
    expect(await write('x'.repeat(partLength + 1))).toMatchObject({ error: { field: 'text' } });
    // the size of calls is measured in bytes there
    expect(JSON.stringify({ exportId: 'e', text: '\u0001'.repeat(partLength) }).length).toBeLessThan(longestCall);
  });

  it('turns a thrown error into `internal`, with reason and stack only in the log', async () => {
    answer = () => Promise.reject(new Error(`boom ${canary}`));
    const result = await gate('app.info', {}, page);
    expect(result).toEqual(fail('internal', 'Fathom had an internal error. The log file has the details.'));
    expect(lines.at(-1)).toContain('["gate.handler-failed",{"call":"app.info","reason":"Error: boom');
    answer = () => {
      throw new TypeError(canary);
    };
    expect(JSON.stringify(await gate('app.info', {}, page))).not.toContain(canary);
  });

  it('turns an answer or an error that breaks the contract into `internal`', async () => {
    answer = () => Promise.resolve(succeed({ state: 'odd', detail: canary }));
    expect(await gate('keychain.probe', {}, page)).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(lines).toEqual(['["gate.bad-answer",{"call":"keychain.probe","field":"state"}]']);
    answer = () => Promise.resolve(succeed(null));
    expect(await gate('keychain.probe', {}, page)).toMatchObject({ ok: false, error: { kind: 'internal' } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wrong error on purpose
    answer = () => Promise.resolve({ ok: false, error: { kind: 'odd' } } as unknown as Result<unknown>);
    expect(await gate('keychain.probe', {}, page)).toMatchObject({ ok: false, error: { kind: 'internal' } });
    expect(lines.at(-1)).toBe('["gate.bad-error",{"call":"keychain.probe"}]');
    expect(lines.join()).not.toContain(canary);
  });

  it('passes on a typed error without fields outside the contract', async () => {
    const error = { ...fail('clock', 'words', { code: '400002' }).error, stack: canary };
    answer = () => Promise.resolve({ ok: false, error });
    expect(await gate('app.info', {}, page)).toEqual(fail('clock', 'words', { code: '400002' }));
  });

  it('limits a page that places 500 orders a second', async () => {
    const results = await Promise.all(Array.from({ length: 500 }, () => gate('orders.place', {}, page)));
    const capped = results.filter(result => !result.ok && result.error.kind === 'rate-limited');
    expect(capped).toHaveLength(480);
    expect(capped[0]).toEqual(
      fail('rate-limited', 'The page asks too often; nothing was done.', { retryAtMs: nowMs + 100 }),
    );
    expect(lines[0]).toBe('["gate.capped",{"call":"orders.place"}]');
    // another call is not drained by it
    expect(await gate('app.info', {}, page)).not.toMatchObject({ error: { kind: 'rate-limited' } });
  });
});

describe('the rate cap', () => {
  it('allows a burst, then a steady rate; reads get more than writes', () => {
    const cap = createRateCap(() => nowMs);
    const taken = (name: CallName, times: number) =>
      Array.from({ length: times }, () => cap.take(name)).filter(at => at === null).length;
    expect(taken('orders.place', 50)).toBe(20);
    expect(taken('intents.list', 500)).toBe(100);
    nowMs += 1000;
    expect(taken('orders.place', 50)).toBe(10);
    expect(taken('intents.list', 500)).toBe(50);
    nowMs += 3_600_000;
    expect(taken('orders.place', 50)).toBe(20);
  });

  it.each([
    'orders.place',
    'orders.placeBatch',
    'orders.placeFutures',
    'orders.placeFuturesBatch',
    'orders.placeProtected',
    'orders.amend',
    'stops.place',
    'stops.placePair',
    'positions.addMargin',
    'profiles.connect',
    'profiles.select',
    'profiles.update',
    'profiles.remove',
    'keychain.probe',
    'policy.change',
  ] as const)('counts %s as a change', name => {
    const cap = createRateCap(() => nowMs);
    expect(Array.from({ length: 100 }, () => cap.take(name)).filter(at => at === null)).toHaveLength(20);
  });

  it.each([
    'viewSettings.save',
    'workspaces.save',
    'tables.save',
    'oversight.save',
    'overseen.look',
    'privacy.change',
  ] as const)('allows a drag and a save no faster: %s', name => {
    const cap = createRateCap(() => nowMs);
    const taken = () => Array.from({ length: 100 }, () => cap.take(name)).filter(at => at === null).length;
    expect(taken()).toBe(20);
    nowMs += 1000;
    expect(taken()).toBe(5);
  });

  it('allows two of the largest documents at once, then one every two seconds, and small ones always', () => {
    const cap = createRateCap(() => nowMs);
    const large = () => cap.takeLength('oversight.save', 4_194_304);
    expect([large(), large(), large()]).toEqual([null, null, nowMs + 2000]);
    expect(cap.takeLength('orders.place', 65_536)).toBeNull();
    for (let n = 0; n < 50; n += 1, nowMs += 200) expect(cap.takeLength('tables.save', 65_536)).toBeNull();
  });

  it.each(['orders.cancel', 'stops.cancel'] as const)('does not limit %s earlier than the budget of cancels', name => {
    const cap = createRateCap(() => nowMs);
    const taken = Array.from({ length: 100 }, () => cap.take(name)).filter(at => at === null);
    expect(taken).toHaveLength(cancelLimits.perSecond);
  });

  it('states when to try again, also after the clock is set back', () => {
    const cap = createRateCap(() => nowMs);
    for (let n = 0; n < 20; n += 1) cap.take('stops.place');
    const retryAtMs = cap.take('stops.place') ?? 0;
    nowMs = retryAtMs - 1;
    expect(cap.take('stops.place')).not.toBeNull();
    nowMs = retryAtMs;
    expect(cap.take('stops.place')).toBeNull();
    nowMs -= 60_000;
    expect(cap.take('stops.place')).not.toBeNull();
    nowMs += 100;
    expect(cap.take('stops.place')).toBeNull();
  });
});

/** What a hostile page might send: anything at all, and things near to what is right. */
const nasty = fc.oneof(
  fc.record({ profileId: fc.string() }),
  fc.record({ profileId: fc.string(), symbol: fc.string() }),
  fc.record({ id: fc.string() }),
  fc.constant({}),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    -0,
    Number.NaN,
    Infinity,
    '1e400',
    '9'.repeat(400),
    '../..',
    '\u202e',
    '\ud800',
  ),
  fc.record(
    {
      profileId: fc.oneof(fc.string(), fc.anything()),
      symbol: fc.oneof(fc.string(), fc.constant(null), fc.anything()),
      venue: fc.oneof(fc.constantFrom('spot', 'futures'), fc.anything()),
      orderId: fc.oneof(fc.string(), fc.anything()),
      amount: fc.oneof(fc.constantFrom('1', '-1', '1e5', 'NaN', ' 1', '0x10'), fc.anything()),
      bizNo: fc.oneof(fc.string({ maxLength: 50 }), fc.anything()),
      page: fc.oneof(fc.integer(), fc.double()),
      pageSize: fc.oneof(fc.integer(), fc.anything()),
      depth: fc.oneof(fc.constantFrom(20, 100, 21), fc.anything()),
      id: fc.oneof(fc.string(), fc.anything()),
      __proto__: fc.constant({ polluted: true }),
    },
    { requiredKeys: [] },
  ),
);

describe('a hostile page', () => {
  it.each(names)('gets no untyped answer from %s, and passes no wrong input', async name => {
    const handlers = recordingHandlers();
    answer = () => Promise.reject(new Error(canary));
    await fc.assert(
      fc.asyncProperty(nasty, async input => {
        reached = [];
        const open = createGate({ handlers, windowOf: () => mainWindowId, log, nowMs: () => nowMs });
        const result = await open(name, input, page);
        expect(result.ok).toBe(false);
        if (!result.ok) expect(Failure.safeParse(result.error).success).toBe(true);
        expect(JSON.stringify(result)).not.toContain(canary);
        for (const call of reached) expect(calls[name].input.safeParse(call.input).success).toBe(true);
        expect('polluted' in {}).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('reaches no handler by any foreign name, input or sender', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.anything(), fc.constantFrom(...names)), nasty, async (name, input) => {
        reached = [];
        const result = await gate(name, input, { forged: true });
        expect(result).toMatchObject({ ok: false, error: { kind: 'not-trusted' } });
        expect(reached).toEqual([]);
      }),
    );
  });
});
