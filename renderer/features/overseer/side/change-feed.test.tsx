import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildBalance, buildHoldings, buildRows, testPrices } from '../testing/overseen-builders.ts';
import { seenAccounts } from '../model/changes.ts';
import { coinPrices, valuationIn } from '../model/valuation.ts';
import { ChangeFeed } from './change-feed.tsx';

afterEach(cleanup);

const priced = coinPrices([
  buildHoldings(
    'p',
    Object.keys(testPrices).map(currency => buildBalance({ currency })),
  ),
]);
const telling = { valuation: valuationIn(priced, 'USDT'), least: '1', large: '1000' } as const;
const lookAt = (atMs: number, amount: `${number}`) =>
  seenAccounts(buildRows({ alpha: { USDT: amount } }), { prices: priced.prices, atMs, hasFutures: true });

const draw = (hour: ReturnType<typeof lookAt> | null) => {
  const nowMs = Date.now();
  const overseen = {
    changes: [],
    changesFromMs: nowMs,
    looks: { session: lookAt(nowMs - 1, '1000'), seen: null, closed: null, hour },
    now: lookAt(nowMs, '1000'),
    telling,
  };
  render(<ChangeFeed overseen={overseen} seenAtMs={null} onChoose={() => {}} onSeen={() => {}} />);
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Which changes' });
};
const namesOf = (picker: HTMLElement) => within(picker).getAllByRole('option');

it('what differs from an hour ago is told by choice, with the moment of that look', () => {
  const picker = draw(lookAt(Date.now() - 65 * 60_000, '400'));
  const option = namesOf(picker).find(({ textContent }) => /^1 h ago .*\d+.* → now$/u.test(textContent));
  expect(option).toBeDefined();
  expect(screen.queryByRole('listitem')).toBeNull();
  fireEvent.change(picker, { target: { value: 'hour' } });
  expect(screen.getByRole('listitem').textContent).toMatch(/alpha.*balance change/);
});

it('an hour ago is no choice when nobody looked about then', () => {
  expect(
    namesOf(draw(null))
      .map(({ textContent }) => textContent)
      .join(' '),
  ).not.toContain('1 h ago');
});
