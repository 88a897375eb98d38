import { expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createLinkedAccounts } from './linked-accounts.ts';
import type { HeldKey } from '../secret.ts';

const held: HeldKey = { secret: { key: 'k', secret: 's', passphrase: 'p' }, grants: { mayTrade: false } };

function build() {
  const seen: string[] = [];
  const answers: { key: Result<HeldKey>; mayOpen: Result<null>; mayUse: Result<null> } = {
    key: succeed(held),
    mayOpen: succeed(null),
    mayUse: succeed(null),
  };
  const linked = createLinkedAccounts({
    profiles: {
      find: id => (id === 'gone' ? fail('no-profile', 'There is no such profile.') : succeed(buildProfile({ id }))),
    },
    keys: {
      read: ({ id }) => {
        seen.push(`key of ${id}`);
        return Promise.resolve(answers.key);
      },
    },
    buildClient: ({ spotUrl }, { key }) => {
      seen.push(`client ${spotUrl} ${key}`);
      return createFakeClient({
        futures: { positions: () => Promise.resolve(succeed([])) },
        close: () => void seen.push('closed'),
      });
    },
    mayOpen: (_profile, canAsk) => {
      seen.push(`may open, asking: ${canAsk}`);
      return Promise.resolve(answers.mayOpen);
    },
    mayUse: () => answers.mayUse,
    log: createNotes().log,
  });
  const ask = (id: string) => linked.read(id, ({ futures }) => futures.positions({}, { priority: 'visible' }));
  return { linked, ask, seen, answers };
}

it('linked account is read with its own key, which is requested once without the user', async () => {
  const { ask, seen } = build();
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([succeed([]), succeed([])]);
  expect(await ask('a')).toEqual(succeed([]));
  expect(seen).toEqual(['may open, asking: false', 'key of a', `client ${buildProfile().spotUrl} k`]);
});

it.each([
  ['mayOpen', 'declined', 1],
  ['key', 'keychain-locked', 2],
  ['mayUse', 'no-secret', 2],
] as const)('linked account reports a rejection of %s, and requests again the next time', async (what, kind, steps) => {
  const { ask, seen, answers } = build();
  const kept = answers[what];
  Object.assign(answers, { [what]: fail(kind, 'no') });
  expect(await ask('a')).toMatchObject({ error: { kind } });
  expect(seen).toHaveLength(steps);
  Object.assign(answers, { [what]: kept });
  expect(await ask('a')).toEqual(succeed([]));
});

it('linked account is not read when its profile is removed', async () => {
  const { ask, seen } = build();
  expect(await ask('gone')).toMatchObject({ error: { kind: 'no-profile' } });
  expect(seen).toEqual([]);
});

it('linked accounts close when another profile is chosen, also those still opening', async () => {
  const { linked, ask, seen, answers } = build();
  await ask('a');
  linked.forget();
  await Promise.resolve();
  expect(seen.at(-1)).toBe('closed');
  const late = ask('b');
  linked.forget();
  expect(await late).toMatchObject({ error: { kind: 'closed' } });
  expect(seen.filter(step => step === 'closed')).toHaveLength(2);
  Object.assign(answers, { key: fail('no-secret', 'no') });
  const refused = ask('c');
  linked.forget();
  expect(await refused).toMatchObject({ error: { kind: 'closed' } });
});
