import { expect, it } from 'vitest';
import type { HistoryCount, Retention } from '#shared/domain/archive/history.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { HistoryCut } from '#archive/history/history.ts';
import type { AskUser } from '#policy/allowances.ts';
import { historyDeletionHandlers } from './history-deletion.ts';

const hourMs = 3_600_000;
const beforeMs = Date.UTC(2026, 2, 5, 9, 30);
const part = { stream: 'account-ledger', rows: 12, fromMs: beforeMs - 50 * hourMs, toMs: beforeMs - hourMs } as const;
const count: HistoryCount = { accounts: 2, rows: 12, parts: [{ ...part, coveredMs: 49 * hourMs }] };
const selection = { profileId: 'p', records: ['ledger' as const], beforeMs };

function build(counted: HistoryCount = count) {
  const user = { agrees: true, whileOpen: () => {} };
  const questions: Parameters<AskUser>[0][] = [];
  const removed: (readonly [string | null, readonly HistoryCut[]])[] = [];
  const audited: string[] = [];
  const kept: { retention: Retention } = { retention: {} };
  let appliedCount = 0;
  const handlers = historyDeletionHandlers({
    history: {
      count: () => Promise.resolve(succeed(counted)),
      finish: () => Promise.resolve(succeed({ rows: 0 })),
      remove: (profileId, cuts) => {
        removed.push([profileId, cuts]);
        return Promise.resolve(succeed({ rows: 12 }));
      },
    },
    retention: {
      read: () => kept.retention,
      set: next => {
        kept.retention = next;
        return succeed(next);
      },
      apply: () => Promise.resolve(void (appliedCount += 1)),
    },
    profiles: {
      find: id => succeed(buildProfile({ id, name: 'Desk' })),
      state: () => ({ activeId: 'active', profiles: [] }),
    },
    auditNotes: {
      note: ({ profileId, kind, state, detail }) => void audited.push(`${profileId} ${kind} ${state} ${detail ?? '-'}`),
    },
    askUser: (question, take) => {
      questions.push(question);
      user.whileOpen();
      return user.agrees ? take() : Promise.resolve(fail('declined', 'You closed it.'));
    },
  });
  return { handlers, user, questions, removed, audited, kept, applied: () => appliedCount };
}

it('deletion lists in the trusted window what goes, and deletes only what was asked', async () => {
  const { handlers, questions, removed, audited } = build();
  expect(await handlers['archive.deleteHistory'](selection)).toEqual(succeed({ rows: 12 }));
  expect(questions).toMatchObject([
    {
      typeBack: 'delete',
      facts: [
        { label: 'Account', value: 'Desk' },
        { label: 'Older than', value: '2026-03-05 09:30 UTC' },
        { label: 'Rows', value: '12' },
        {
          label: 'Account ledger',
          value: '12 rows, 2026-03-03 07:30 UTC to 2026-03-05 08:30 UTC; 3 days of coverage',
        },
      ],
    },
  ]);
  expect(removed).toEqual([['p', [{ record: 'ledger', beforeMs }]]]);
  expect(audited).toEqual(['p archive-delete new -', 'p archive-delete done {"rows":12}']);
});

it('deletion deletes nothing when the user closes the question, and audits that', async () => {
  const { handlers, user, removed, audited } = build();
  user.agrees = false;
  const answer = await handlers['archive.deleteHistory']({ ...selection, profileId: null });
  expect(answer).toMatchObject({ error: { kind: 'declined' } });
  expect(removed).toEqual([]);
  expect(audited).toEqual(['active archive-delete new -', 'active archive-delete cancelled You closed it.']);
});

it('deletion asks nothing where nothing is recorded, or where the time is in the future', async () => {
  const { handlers, questions } = build({ accounts: 1, rows: 0, parts: [] });
  expect(await handlers['archive.deleteHistory'](selection)).toMatchObject({ error: { kind: 'not-found' } });
  const future = { ...selection, beforeMs: Date.now() + hourMs };
  expect(await handlers['archive.countHistory'](future)).toMatchObject({ error: { kind: 'invalid-request' } });
  expect(await handlers['archive.deleteHistory'](future)).toMatchObject({ error: { kind: 'invalid-request' } });
  expect(questions).toEqual([]);
});

it('retention for a shorter time is asked with what is deleted at once, and is then applied', async () => {
  const { handlers, user, questions, audited, kept, applied } = build();
  user.agrees = false;
  const set = () => handlers['archive.setRetention']({ retention: { ledger: 30 } });
  expect(await set()).toMatchObject({ error: { kind: 'declined' } });
  expect([kept.retention, applied()]).toEqual([{}, 0]);
  user.agrees = true;
  expect(await set()).toEqual(succeed({ ledger: 30 }));
  expect([kept.retention, applied()]).toEqual([{ ledger: 30 }, 1]);
  expect(questions[0]?.facts.slice(0, 2)).toEqual([
    { label: 'Accounts', value: 'all (2)' },
    { label: 'Kept', value: 'Ledger 30 days' },
  ]);
  expect(audited.map(each => each.split(' ')[2])).toEqual(['new', 'cancelled', 'new', 'done']);
});

it('retention for a longer time is kept without a question, and audited', async () => {
  const { handlers, questions, audited, kept } = build();
  kept.retention = { ledger: 30, funding: 7 };
  expect(await handlers['archive.setRetention']({ retention: { ledger: 60 } })).toEqual(succeed({ ledger: 60 }));
  expect(questions).toEqual([]);
  expect(audited).toHaveLength(2);
  expect(await handlers['archive.retention']({})).toEqual(succeed({ ledger: 60 }));
});

it('retention stays when it was changed while the question was open', async () => {
  const { handlers, user, kept } = build();
  user.whileOpen = () => {
    kept.retention = { funding: 9 };
  };
  const answer = await handlers['archive.setRetention']({ retention: { ledger: 30 } });
  expect(answer).toMatchObject({ error: { kind: 'declined' } });
  expect(kept.retention).toEqual({ funding: 9 });
});
