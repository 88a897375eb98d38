import { expect, it } from 'vitest';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { fail, succeed } from '#shared/errors.ts';
import { openActsNotice } from './notices.ts';

const profiles = [buildProfile({ id: 'p1', name: 'Ada' })];
type Counted = Parameters<typeof openActsNotice>[0]['countOpen'];

const noticeOf = (countOpen: Counted) => openActsNotice({ countOpen }, profiles);

it('names the one profile that has acts whose outcome is not known', () => {
  expect(noticeOf(() => succeed([{ profileId: 'p1', acts: 1 }]))).toBe(
    'The profile Ada has 1 act whose outcome is not known. Open a profile and Fathom looks its acts up.',
  );
});

it('says where to look for the acts of a profile that is gone', () => {
  expect(noticeOf(() => succeed([{ profileId: 'gone', acts: 2 }]))).toMatch(
    /not here any more \(gone\) has 2 acts .* look at the exchange itself\.$/,
  );
});

it('says nothing when there are none, or when the journal cannot be read, which tells itself', () => {
  expect(noticeOf(() => succeed([]))).toBeNull();
  expect(noticeOf(() => fail('storage', 'no'))).toBeNull();
});
