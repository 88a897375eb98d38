import { expect, it } from 'vitest';
import { firstOversight } from '#shared/domain/account/oversight.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { NamedOverview } from '#client/types.ts';
import { createFakeOverseen } from '#store/testing/fake-overseen.ts';
import { createFakePresence } from '#store/testing/fake-presence.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { oversightHandlers } from './oversight.ts';

const empty: Omit<NamedOverview, 'currency' | 'name'> = {
  accountEquity: '0',
  unrealisedPnl: '0',
  marginBalance: '0',
  positionMargin: '0',
  orderMargin: '0',
  frozenFunds: '0',
  availableBalance: '0',
};

type Answers = Readonly<Record<string, Result<readonly NamedOverview[]>>>;

/** Handlers over an exchange that gives these answers by currency. */
function prepare(answers: Answers) {
  const overviews = ({ currency }: { readonly currency: string }) =>
    Promise.resolve(answers[currency] ?? fail('not-found', currency));
  const account = { profileId: 'p', profile: buildProfile(), client: createFakeClient({ futures: { overviews } }) };
  const settings = createFakeSettings();
  const published: string[] = [];
  const audited: string[] = [];
  const handlers = oversightHandlers({
    profiles: { onAccount: (_id, what) => what(account), find: id => succeed(buildProfile({ id })) },
    settings,
    presence: createFakePresence(),
    overseen: createFakeOverseen(),
    auditNotes: { note: ({ summary }) => void audited.push(summary) },
    askUser: () => Promise.resolve(fail('declined', 'no')),
    publishToOthers: (name, _payload, caller) => void published.push(`others than ${caller}: ${name}`),
  });
  return {
    handlers,
    published,
    audited,
    ask: (...currencies: string[]) => handlers['accounts.subFutures']({ profileId: 'p', currencies }),
  };
}

const named = (name: string, figures: Partial<NamedOverview>): NamedOverview => ({
  ...empty,
  currency: 'USDT',
  name,
  ...figures,
});

it('oversight lists the futures wallets of the sub-accounts without the master account', async () => {
  const figures = {
    accountEquity: '9',
    availableBalance: '4',
    positionMargin: '2',
    orderMargin: '1',
    frozenFunds: '2',
  } as const;
  const { ask } = prepare({ USDT: succeed([named('one', figures), named('main', { accountEquity: '70' })]) });
  expect(await ask('USDT')).toMatchObject({
    value: {
      items: [{ name: 'one', currency: 'USDT', equity: '9', available: '4', held: '5' }],
      completeness: { kind: 'whole' },
    },
  });
});

it('oversight reports a currency without an answer as missing, and the wallets as unknown when none answers', async () => {
  const { ask } = prepare({ USDT: succeed([named('one', { accountEquity: '9' })]) });
  expect(await ask('USDT', 'XBT')).toMatchObject({
    value: {
      items: [{ equity: '9' }],
      completeness: { kind: 'partial', missing: [{ part: 'the XBT futures wallet', reason: 'XBT' }] },
    },
  });
  expect(await ask('XBT', 'ETH')).toMatchObject({ ok: false, error: { kind: 'not-found', message: 'XBT' } });
});

it('oversight stores its settings per profile', async () => {
  const { handlers } = prepare({});
  const read = (profileId: string) => handlers['oversight.read']({ profileId });
  expect(await read('p')).toEqual(succeed(null));
  expect(await handlers['oversight.save']({ profileId: 'p', oversight: firstOversight })).toEqual(succeed({}));
  expect(await read('p')).toEqual(succeed(firstOversight));
  expect(await read('q')).toEqual(succeed(null));
});

it('oversight returns the times without a user as they were recorded', async () => {
  const { handlers } = prepare({});
  expect(await handlers['presence.read']({ profileId: 'p' })).toEqual(succeed({ openedAtMs: 0, absences: [] }));
});

it('oversight publishes a read of the sub-accounts to the other windows', async () => {
  const { handlers, published } = prepare({});
  expect(await handlers['overseen.read']({ profileId: 'p' })).toEqual(succeed(null));
  const look = { atMs: 1, prices: {}, accounts: {}, changes: [] };
  const input = { profileId: 'p', afterMs: null, look };
  expect(await handlers['overseen.look'](input, 'panel-2')).toEqual(succeed({ isTaken: true }));
  expect(published).toEqual(['others than panel-2: overseen.changed']);
});

it('oversight records each removed or added alert rule in the audit journal', async () => {
  const { handlers, audited } = prepare({});
  const [, ...rules] = firstOversight.rules;
  const fresh = { id: 'x', kind: 'drop', percent: '5', window: 'hour', currency: 'BTC' } as const;
  const oversight = { ...firstOversight, rules: [...rules, fresh] };
  expect(await handlers['oversight.save']({ profileId: 'p', oversight })).toEqual(succeed({}));
  expect(audited).toEqual([
    'Oversight rule removed: coin-share 80 % (USDT).',
    'Oversight rule added: drop 5 % (hour, BTC).',
  ]);
  await handlers['oversight.save']({ profileId: 'p', oversight: { ...oversight, isSmallHidden: true } });
  expect(audited).toHaveLength(2);
});
