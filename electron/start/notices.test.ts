import { expect, it } from 'vitest';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { openActionsNotice } from './notices.ts';

const profiles = [buildProfile({ id: 'p1', name: 'Ada' })];
type Counted = Parameters<typeof openActionsNotice>[0]['countOpen'];

const noticeOf = (countOpen: Counted) => openActionsNotice({ countOpen }, profiles);

it('notices name the one profile with actions of unknown outcome', () => {
  expect(noticeOf(() => succeed([{ profileId: 'p1', actions: 1 }]))).toBe(
    'The profile Ada has 1 action with unknown outcome. Open a profile to look up its actions.',
  );
});

it('notices state where to check the actions of a removed profile', () => {
  expect(noticeOf(() => succeed([{ profileId: 'gone', actions: 2 }]))).toMatch(
    /not here any more \(gone\) has 2 actions .* check the exchange\.$/,
  );
});

it('notices are empty without such actions, or when the journal is unreadable, which has its own notice', () => {
  expect(noticeOf(() => succeed([]))).toBeNull();
  expect(noticeOf(() => fail('storage', 'no'))).toBeNull();
});
