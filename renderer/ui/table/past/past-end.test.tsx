import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { formatMoment } from '#lib/time.ts';
import { PastEnd, type PastEndState } from './past-end.tsx';

afterEach(cleanup);

const reached = Date.now() - 30 * 86_400_000;
const words = formatMoment(reached, Date.now());

function show(change: Partial<PastEndState>): { readonly text: string; readonly asked: () => number } {
  let count = 0;
  const more = () => (count += 1);
  const whole = { reachedMs: reached, loadedMs: null, coverage: buildListCoverage({ startMs: reached }), gaps: [] };
  render(<PastEnd state={{ ...whole, isReading: false, error: null, ...change, more }} />);
  return { text: screen.getByRole('group', { name: 'End of the list' }).textContent, asked: () => count };
}

it('list end shows since when the archive covers, with its gaps, and that there is nothing older', () => {
  expect(show({}).text).toBe(`The archive covers since ${words}. It has no older rows.`);
  cleanup();
  const gap = { fromMs: Date.parse('2026-04-01T00:00:00Z'), toMs: Date.parse('2026-04-02T00:00:00Z') };
  const span = `${formatMoment(gap.fromMs, Date.now())} – ${formatMoment(gap.toMs, Date.now())}`;
  expect(show({ gaps: [gap] }).text).toBe(
    `The archive covers since ${words}. Rows may be missing: ${span}. It has no older rows.`,
  );
  expect(screen.getByTitle(/2026-04-01 00:00:00.000 UTC – 2026-04-02/)).toBeTruthy();
  cleanup();
  expect(show({ gaps: [gap, gap, gap] }).text).toContain(`Rows may be missing: ${span}, ${span} and 1 more.`);
});

it('list end shows that the whole past is read while only second reads of windows are queued', () => {
  const coverage = buildListCoverage({ startMs: reached, queuedWindows: 4 });
  expect(show({ coverage }).text).toBe(`The archive covers since ${words}. It has no older rows.`);
  cleanup();
  expect(show({ coverage, reachedMs: null }).text).toBe('Backfill in progress: 4 windows left. Rows may be missing.');
});

it.each([
  [{ startMs: reached - 1, queuedWindows: 3 }, 'Backfill in progress: 3 windows left.'],
  [{ startMs: reached - 1, queuedWindows: 1 }, 'Backfill in progress: 1 window left.'],
  [{ startMs: null }, 'The archive has not read this list yet.'],
  [{ obstacle: 'paused' }, 'Archive paused.'],
  [{ obstacle: 'disk-full' }, 'Archive stopped: the disk is full.'],
] as const)('shows what is missing while the archive is incomplete: %o', (coverage, expected) => {
  const { text } = show({ coverage: buildListCoverage({ startMs: reached, ...coverage }) });
  expect(text).toBe(`${expected} Rows before ${words} may be missing.`);
});

it('list end names lists that are not recorded, with the reason', () => {
  const unread = [
    { stream: 'cross-margin-orders', reason: 'The key may not read margin.' },
    { stream: 'hf-orders', reason: null },
  ] as const;
  const { text } = show({ coverage: buildListCoverage({ unread: [...unread] }) });
  expect(text).toContain('Cross margin orders: The key may not read margin. HF orders: not available.');
});

it('list end reads older rows by its button while the archive has them', () => {
  const { text, asked } = show({ loadedMs: 5 });
  expect(text).not.toContain('no older rows');
  fireEvent.click(screen.getByRole('button', { name: 'Read older' }));
  expect(asked()).toBe(1);
});

it('list end shows a failure with a button that tries again', () => {
  const { text, asked } = show({ error: { message: 'The archive cannot be read.' }, coverage: null });
  expect(text).toContain(`Older rows were not read: The archive cannot be read. Rows before ${words} may be missing.`);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked()).toBe(1);
});
