import { expect, it } from 'vitest';
import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { nothingMoved } from '#shared/policy/movements.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { HandlerOptions } from '../handler-options.ts';
import { policyHandlers } from './policy.ts';

const state: PolicyState = {
  policy: defaultPolicy,
  spentToday: '5',
  rates: { BTC: '100' },
  ratesAsOfMs: 7,
  sentLately: [],
  moved: nothingMoved,
};
const wanted: Policy = { ...defaultPolicy, largestOrder: '1' };

function build() {
  const asked: unknown[] = [];
  const profiles = {
    find: (id: string) => (id === 'p1' ? succeed(buildProfile({ id })) : fail('no-profile', 'gone')),
  };
  const allowances = {
    changePolicy: ({ id }: Profile, policy: Policy) => {
      asked.push([id, policy]);
      return Promise.resolve(fail('declined', 'no'));
    },
  };
  const policy = { state: () => Promise.resolve(state) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these two calls touch nothing else
  return { asked, handlers: policyHandlers({ profiles, allowances, policy } as unknown as HandlerOptions) };
}

it('policy handler reads and changes the policy of an existing profile', async () => {
  const { handlers, asked } = build();
  expect(await handlers['policy.read']({ profileId: 'p1' })).toEqual(succeed(state));
  expect(await handlers['policy.change']({ profileId: 'p1', policy: wanted })).toMatchObject({
    error: { kind: 'declined' },
  });
  expect(asked).toEqual([['p1', wanted]]);
});

it('policy handler rejects an unknown profile', async () => {
  const { handlers, asked } = build();
  const gone = { error: { kind: 'no-profile' } };
  expect(await handlers['policy.read']({ profileId: 'gone' })).toMatchObject(gone);
  expect(await handlers['policy.change']({ profileId: 'gone', policy: wanted })).toMatchObject(gone);
  expect(asked).toEqual([]);
});
