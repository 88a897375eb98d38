// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { BridgeError, toFailure } from './bridge-error.ts';
import { call } from './call.ts';

function installDoor(answer: () => unknown): void {
  Object.defineProperty(window, 'desk', {
    configurable: true,
    value: { call: async () => answer(), on: () => () => undefined },
  });
}

async function failureOf(promise: Promise<unknown>): Promise<BridgeError> {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof BridgeError) return thrown;
    throw thrown;
  }
  throw new Error('it did not fail');
}

afterEach(() => Reflect.deleteProperty(window, 'desk'));

it('gives the value that the contract promises and nothing beyond it', async () => {
  installDoor(() => ({ ok: true, value: { takerFeeRate: '0.001', makerFeeRate: '0.0008', surplus: 1 } }));
  expect(await call('accounts.baseFee', { profileId: 'p' })).toEqual({ takerFeeRate: '0.001', makerFeeRate: '0.0008' });
});

it('throws a failure with its kind, code and words', async () => {
  const error = { kind: 'permission', message: 'No.', code: '400007', isOutcomeUnknown: false };
  installDoor(() => ({ ok: false, error }));
  const thrown = await failureOf(call('intents.list', { profileId: 'p' }));
  expect(thrown.kind).toBe('permission');
  expect(thrown.detail).toEqual(error);
});

it.each([undefined, null, 'ok', { ok: 'yes' }, { ok: false }, { ok: false, error: { kind: 'made-up' } }])(
  'an answer that is no result (%j) is our own bug, not data',
  async answer => {
    installDoor(() => answer);
    expect((await failureOf(call('intents.list', { profileId: 'p' }))).kind).toBe('internal');
  },
);

it('a value that breaks the contract names the field', async () => {
  installDoor(() => ({ ok: true, value: { takerFeeRate: '0.001', makerFeeRate: 8 } }));
  const thrown = await failureOf(call('accounts.baseFee', { profileId: 'p' }));
  expect(thrown.kind).toBe('internal');
  expect(thrown.message).toContain('makerFeeRate');
});

it('a door that breaks under a read is closed; under a write nobody knows what happened', async () => {
  installDoor(() => {
    throw new Error('pipe broke');
  });
  const read = await failureOf(call('intents.list', { profileId: 'p' }));
  expect([read.kind, read.detail.isOutcomeUnknown]).toEqual(['closed', false]);
  const write = await failureOf(
    call('positions.addMargin', { profileId: 'p', symbol: 'XBTUSDTM', amount: '1', bizNo: 'b' }),
  );
  expect([write.kind, write.detail.isOutcomeUnknown]).toEqual(['outcome-unknown', true]);
  expect(write.cause).toBeInstanceOf(Error);
});

it('an answer to a write that cannot be read leaves its outcome unknown too', async () => {
  installDoor(() => ({ ok: true, value: 'fine' }));
  const thrown = await failureOf(call('orders.cancel', { profileId: 'p', venue: 'spot', symbol: 's', orderId: 'o' }));
  expect(thrown.detail.isOutcomeUnknown).toBe(true);
});

it('outside a shell it says so', async () => {
  const thrown = await failureOf(call('app.info', {}));
  expect(thrown.kind).toBe('closed');
  expect(String(thrown.cause)).toContain('window.desk');
});

it('what is not ours becomes an internal error', () => {
  expect(toFailure(new Error('boom')).message).toContain('boom');
  expect(toFailure('boom').kind).toBe('internal');
});
