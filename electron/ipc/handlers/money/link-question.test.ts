import { expect, it } from 'vitest';
import { firstOversight, type Oversight } from '#shared/domain/account/oversight.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { AskUser } from '#policy/allowances.ts';
import { createFakeOverseen } from '#store/testing/fake-overseen.ts';
import { createFakePresence } from '#store/testing/fake-presence.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { oversightHandlers } from './oversight.ts';

/** The profiles `owner`, `sub` and `other`, and a user who answers each question as the test says. */
function build(links: Oversight['links'] = {}) {
  const settings = createFakeSettings();
  settings.change({ oversight: { owner: { ...firstOversight, links } } });
  const known = new Set(['owner', 'sub', 'other']);
  const find = (id: string): Result<Profile> =>
    known.has(id) ? succeed(buildProfile({ id, name: `name of ${id}`, keyHint: '9876' })) : fail('no-profile', 'gone');
  const questions: Parameters<AskUser>[0][] = [];
  const user = { agrees: true, whileOpen: () => {} };
  const handlers = oversightHandlers({
    profiles: { find, onAccount: () => Promise.resolve(fail('no-profile', 'not open')) },
    settings,
    presence: createFakePresence(),
    overseen: createFakeOverseen(),
    auditNotes: { note: () => {} },
    publishToOthers: () => {},
    askUser: (question, take) => {
      questions.push(question);
      user.whileOpen();
      return user.agrees ? take() : Promise.resolve(fail('declined', 'no'));
    },
  });
  const kept = () => settings.read().oversight['owner'];
  const save = (part: Partial<Oversight>) =>
    handlers['oversight.save']({ profileId: 'owner', oversight: { ...firstOversight, ...part } });
  return { user, known, settings, questions, kept, save };
}

it('link question links an account to a profile only when the user agrees', async () => {
  const { user, save, kept, questions } = build();
  user.agrees = false;
  expect(await save({ links: { '7': 'sub' }, smallBelow: '5' })).toMatchObject({ error: { kind: 'declined' } });
  expect(kept()).toMatchObject({ links: {}, smallBelow: '5' });
  user.agrees = true;
  expect(await save({ links: { '7': 'sub' } })).toEqual(succeed({}));
  expect(kept()?.links).toEqual({ '7': 'sub' });
  expect(questions[1]).toMatchObject({
    kind: 'confirm',
    title: 'Link an account to name of owner',
    facts: [{ label: 'Account 7', value: 'read with the key of name of sub, key ends with 9876' }],
  });
});

it('link question is not shown to keep or remove a link, or to save another field', async () => {
  const { save, kept, questions } = build({ '7': 'sub', '8': 'other' });
  expect(await save({ links: { '7': 'sub' }, favourites: ['7'] })).toEqual(succeed({}));
  expect(kept()).toMatchObject({ links: { '7': 'sub' }, favourites: ['7'] });
  expect(questions).toEqual([]);
});

it('link question is shown when a link changes to another profile', async () => {
  const { user, save, kept, questions } = build({ '7': 'sub' });
  user.agrees = false;
  await save({ links: { '7': 'other' } });
  expect(questions).toHaveLength(1);
  expect(kept()?.links).toEqual({});
});

it('link question rejects a link to a missing profile, and more links than a user can check', async () => {
  const { save, kept, questions } = build();
  expect(await save({ links: { '7': 'gone' } })).toMatchObject({ error: { kind: 'no-profile' } });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}`, 'sub']));
  expect(await save({ links: many })).toMatchObject({ error: { kind: 'invalid-request' } });
  expect(questions).toEqual([]);
  expect(kept()?.links).toEqual({});
});

it('link question keeps what was saved meanwhile, and links no profile that was removed meanwhile', async () => {
  const { user, known, settings, save, kept } = build();
  user.whileOpen = () => {
    known.delete('other');
    settings.change({ oversight: { owner: { ...firstOversight, favourites: ['9'] } } });
  };
  expect(await save({ links: { '7': 'sub', '8': 'other' } })).toEqual(succeed({}));
  expect(kept()).toEqual({ ...firstOversight, links: { '7': 'sub' }, favourites: ['9'] });
});
