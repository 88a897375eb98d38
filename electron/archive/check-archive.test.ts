import { expect, it } from 'vitest';
import type { ArchiveResult, ArchiveVerification } from './archive-store.ts';
import { createArchiveChecker } from './check-archive.ts';

type Verified = ArchiveResult<ArchiveVerification>;

/** A checker whose database answers when the test says so. */
function build(accounts: ArchiveResult<[]> = { ok: true, value: [] }) {
  const answers: ((verified: Verified) => void)[] = [];
  const calls: string[] = [];
  const check = createArchiveChecker({
    archive: { accounts: () => Promise.resolve(accounts) },
    open: () => {
      calls.push('open');
      return {
        verify: () => new Promise<Verified>(resolve => answers.push(resolve)),
        close: () => {
          calls.push('close');
          return Promise.resolve();
        },
      };
    },
    nowMs: () => 7,
  });
  /** Answers the check that is running. */
  const answer = async (verified: Verified) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(verified);
  };
  return { check, calls, answer };
}

const whole: Verified = { ok: true, value: { rows: 5, pages: 2, faults: [] } };

it('archive check counts rows, answers and faults, and shows the first 50 faults', async () => {
  const { check, answer } = build();
  const checked = check();
  await answer({ ok: true, value: { rows: 5, pages: 2, faults: Array.from({ length: 51 }, (_, n) => `row ${n}`) } });
  expect(await checked).toMatchObject({ ok: true, value: { checkedAtMs: 7, rows: 5, answers: 2, faultCount: 51 } });
  expect(await checked).toMatchObject({ value: { faults: { length: 50, 0: 'row 0' } } });
});

it('archive check runs once for callers at the same time, and again afterwards', async () => {
  const { check, calls, answer } = build();
  const both = [check(), check()];
  await answer(whole);
  await Promise.all(both);
  expect(calls).toEqual(['open', 'close']);
  const again = check();
  await answer(whole);
  expect(await again).toMatchObject({ ok: true });
  expect(calls).toEqual(['open', 'close', 'open', 'close']);
});

it('archive check closes the archive after a failure, and opens none that cannot be brought up to date', async () => {
  const { check, calls, answer } = build();
  const checked = check();
  await answer({ ok: false, fault: 'unwritable', detail: 'gone' });
  expect(await checked).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(calls).toEqual(['open', 'close']);
  const newer = build({ ok: false, fault: 'newer-version', detail: 'newer' });
  expect(await newer.check()).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(newer.calls).toEqual([]);
});
