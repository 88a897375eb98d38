import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildBalance, buildHoldings, buildRows, testPrices } from '../testing/overseen-builders.ts';
import { seenAccounts } from '../model/changes/changes.ts';
import type { PastState } from '#bridge/history/use-past.ts';
import { coinPrices, valuationIn } from '../model/valuation.ts';
import { ChangeFeed } from './change-feed.tsx';

afterEach(cleanup);

const priced = coinPrices([
  buildHoldings(
    'p',
    Object.keys(testPrices).map(currency => buildBalance({ currency })),
  ),
]);
const changeOptions = { valuation: valuationIn(priced, 'USDT'), least: '1', large: '1000' } as const;
const buildSnapshot = (atMs: number, amount: `${number}`) =>
  seenAccounts(buildRows({ alpha: { USDT: amount } }), { prices: priced.prices, atMs, hasFutures: true });

const past: PastState = {
  reachedMs: null,
  loadedMs: null,
  coverage: null,
  gaps: [],
  isReading: false,
  error: null,
  unreadableCount: 0,
  more: () => {},
};
const draw = (hour: ReturnType<typeof buildSnapshot> | null) => {
  const nowMs = Date.now();
  const overseen = {
    changes: [],
    past,
    looks: { session: buildSnapshot(nowMs - 1, '1000'), seen: null, closed: null, hour },
    now: buildSnapshot(nowMs, '1000'),
    changeOptions,
  };
  render(<ChangeFeed overseen={overseen} seenAtMs={null} onChoose={() => {}} onSeen={() => {}} />);
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Change filter' });
};
const namesOf = (picker: HTMLElement) => within(picker).getAllByRole('option');

it('changes of the last hour are shown on request, with the time of that snapshot', () => {
  const picker = draw(buildSnapshot(Date.now() - 65 * 60_000, '400'));
  const option = namesOf(picker).find(({ textContent }) => /^1 h ago .*\d+.* → now$/u.test(textContent));
  expect(option).toBeDefined();
  expect(screen.queryByRole('listitem')).toBeNull();
  fireEvent.change(picker, { target: { value: 'hour' } });
  expect(screen.getByRole('listitem').textContent).toMatch(/alpha.*balance change/);
});

it('the choice of the last hour is missing without a snapshot of about then', () => {
  expect(
    namesOf(draw(null))
      .map(({ textContent }) => textContent)
      .join(' '),
  ).not.toContain('1 h ago');
});
