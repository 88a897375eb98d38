// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { BridgeError, toFailure } from './bridge-error.ts';
import { call } from './call.ts';

function installBridge(answer: () => unknown): void {
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

it('a call gives the value of the contract and nothing more', async () => {
  installBridge(() => ({ ok: true, value: { takerFeeRate: '0.001', makerFeeRate: '0.0008', surplus: 1 } }));
  expect(await call('accounts.baseFee', { profileId: 'p' })).toEqual({ takerFeeRate: '0.001', makerFeeRate: '0.0008' });
});

it('a call throws a failure with its kind, code and message', async () => {
  const error = { kind: 'permission', message: 'No.', code: '400007', isOutcomeUnknown: false };
  installBridge(() => ({ ok: false, error }));
  const thrown = await failureOf(call('intents.list', { profileId: 'p' }));
  expect(thrown.kind).toBe('permission');
  expect(thrown.detail).toEqual(error);
});

it.each([undefined, null, 'ok', { ok: 'yes' }, { ok: false }, { ok: false, error: { kind: 'made-up' } }])(
  'a call with an answer that is no result (%j) is our own error, not data',
  async answer => {
    installBridge(() => answer);
    expect((await failureOf(call('intents.list', { profileId: 'p' }))).kind).toBe('internal');
  },
);

it('a call whose value violates the contract names the field', async () => {
  installBridge(() => ({ ok: true, value: { takerFeeRate: '0.001', makerFeeRate: 8 } }));
  const thrown = await failureOf(call('accounts.baseFee', { profileId: 'p' }));
  expect(thrown.kind).toBe('internal');
  expect(thrown.message).toContain('makerFeeRate');
});

it('a bridge that fails during a read is closed; during a write the outcome is unknown', async () => {
  installBridge(() => {
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

it('a call for a margin withdrawal or a contract setting has an unknown outcome when the answer is lost', async () => {
  installBridge(() => {
    throw new Error('pipe broke');
  });
  const withdrawal = { id: 'w', symbol: 'XBTUSDTM', amount: '1' } as const;
  const change = { kind: 'position-mode', positionMode: 'hedge' } as const;
  const setting = { id: 's', symbol: 'XBTUSDTM', change };
  const lost = [
    call('positions.withdrawMargin', { profileId: 'p', withdrawal }),
    call('contracts.change', { profileId: 'p', setting }),
  ];
  for (const each of lost) expect((await failureOf(each)).kind).toBe('outcome-unknown');
});

it('a write with an unreadable answer has an unknown outcome', async () => {
  installBridge(() => ({ ok: true, value: 'fine' }));
  const thrown = await failureOf(call('orders.cancel', { profileId: 'p', venue: 'spot', symbol: 's', orderId: 'o' }));
  expect(thrown.detail.isOutcomeUnknown).toBe(true);
});

it('a call outside a shell says so', async () => {
  const thrown = await failureOf(call('app.info', {}));
  expect(thrown.kind).toBe('closed');
  expect(String(thrown.cause)).toContain('window.desk');
});

it('a foreign exception becomes an internal error', () => {
  expect(toFailure(new Error('boom')).message).toContain('boom');
  expect(toFailure('boom').kind).toBe('internal');
});
