import { expect, it } from 'vitest';
import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeSafeguards } from '#trading/testing/fake-safety.ts';
import { walletHandlers, type WalletHandlerOptions } from './wallet.ts';

const end = (userId: string | null) => ({ wallet: 'main', symbol: null, userId }) as const;
const transfer: TransferRequest = { clientOid: 't', currency: 'BTC', amount: '1', from: end(null), to: end('sub') };

/** Notes the way a transfer takes: the write guard, the list of sub-accounts, the question, the action. */
function prepare(agrees: boolean, safeguards = createFakeSafeguards()) {
  const way: string[] = [];
  const note = <T>(step: string, answer: T): T => {
    way.push(step);
    return answer;
  };
  const accounts = { allSubAccounts: () => note('listed', Promise.resolve(succeed({ items: [], isComplete: true }))) };
  const client = createFakeClient({ accounts });
  const account = { profileId: 'p', profile: buildProfile(), client };
  const options: WalletHandlerOptions = {
    profiles: {
      onAccount: (_id, what) => what(account),
      // whatever was opened since: the account of the question is the one that sends
      onWritableAccount: (_id, what) => {
        const isAsked = way.some(step => step.includes('type'));
        return note('write', what)(isAsked ? { ...account, client: createFakeClient() } : account);
      },
    },
    trading: {
      transfer: ({ client: used }) =>
        note(used === client ? 'sent' : 'sent by another client', Promise.resolve(succeed({ orderId: 'o' }))),
    },
    safety: { safeguards },
    askUser: (question, take) => {
      way.push(`${question.title}, type ${question.typeBack ?? 'nothing'}`);
      safeguards.change('p', { isDryRun: false });
      return agrees ? take() : Promise.resolve(fail('declined', 'no'));
    },
  };
  const handlers = walletHandlers(options);
  const send = (change: Partial<TransferRequest> = {}) =>
    handlers['transfers.send']({ profileId: 'p', transfer: { ...transfer, ...change } });
  return { way, send };
}

it('wallet asks the user before a transfer to or from another account, and sends nothing without consent', async () => {
  const { way, send } = prepare(false);
  expect(await send()).toMatchObject({ error: { kind: 'declined' } });
  expect(await send({ from: end('sub'), to: end(null) })).toMatchObject({ error: { kind: 'declined' } });
  expect(way.filter(step => step.includes('type'))).toEqual([
    'Transfer 1 BTC to another account, type sub',
    'Transfer 1 BTC from another account, type sub',
  ]);
  expect(way).not.toContain('sent');
});

it('wallet checks the profile again after the question, because it may be closed or read-only', async () => {
  const { way, send } = prepare(true);
  expect(await send()).toEqual(succeed({ orderId: 'o' }));
  expect(way).toEqual(['write', 'listed', 'Transfer 1 BTC to another account, type sub', 'write', 'sent']);
});

it('wallet sends nothing that was requested in a dry run which ended while the question was open', async () => {
  const safeguards = createFakeSafeguards();
  safeguards.change('p', { isDryRun: true });
  const { way, send } = prepare(true, safeguards);
  expect(await send()).toMatchObject({ error: { kind: 'dry-run' } });
  expect(way).not.toContain('sent');
});

it('wallet asks nothing for a transfer that cannot be sent or stays with the key', async () => {
  const { way, send } = prepare(true);
  expect(await send({ amount: '0' })).toMatchObject({ error: { kind: 'invalid-request' } });
  expect(await send({ to: { ...end(null), wallet: 'trade' } })).toEqual(succeed({ orderId: 'o' }));
  expect(way).toEqual(['write', 'write', 'sent']);
});
