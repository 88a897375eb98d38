import { afterEach, beforeEach, expect, it } from 'vitest';
import { PortfolioIssue } from '#shared/domain/portfolio/portfolio.ts';
import { setPrivacy } from '#lib/own/privacy.ts';
import { setTimeView } from '#lib/time.ts';
import { issueText } from './issue-text.ts';

beforeEach(() => setTimeView(() => 0, false));
afterEach(() => {
  setTimeView(null, false);
  setPrivacy('off');
});

const nowMs = Date.UTC(2026, 2, 24, 12);
const names = { accounts: new Map([['s07', 'alpha']]), streams: { 'hf-ledger': 'HF ledger' }, nowMs };
const kinds = PortfolioIssue.shape.kind.options;
const textOf = (change: Partial<PortfolioIssue>) =>
  issueText({ kind: 'lost', subject: 'XYZ', fromMs: null, toMs: null, amount: null, ...change }, names);

it('data issue names lists, accounts and coins', () => {
  expect(textOf({ kind: 'coverage-gap', subject: 'hf-ledger' }).text).toBe('HF ledger: rows may be missing.');
  expect(textOf({ kind: 'lost', subject: 'funding XBTUSDTM' }).text).toBe('funding XBTUSDTM: rows are lost.');
  expect(textOf({ kind: 'no-balance', subject: 'sub-account:s07' }).text).toBe('alpha: no balance.');
  expect(textOf({ kind: 'no-balance', subject: 'futures:XBT' }).text).toBe('futures wallets XBT: no balance.');
  expect(textOf({ kind: 'no-balance', subject: 'wallets' }).text).toBe('own wallets: no balance.');
  expect(textOf({ kind: 'no-balance', subject: 'other' }).text).toBe('other: no balance.');
  expect(textOf({ kind: 'no-price' }).text).toBe('XYZ: no price.');
});

it('data issue states the time: a span, a moment, or none', () => {
  const [fromMs, toMs] = [nowMs - 7_200_000, nowMs - 3_600_000];
  expect(textOf({ fromMs, toMs }).text).toBe('XYZ: rows are lost from 10:00:00 to 11:00:00.');
  expect(textOf({ fromMs, toMs: fromMs }).text).toBe('XYZ: rows are lost at 10:00:00.');
  expect(textOf({ toMs }).text).toBe('XYZ: rows are lost at 11:00:00.');
});

it('data issue states an amount or an age in its unit, and an unknown one', () => {
  expect(textOf({ kind: 'unknown-basis', amount: '-1234.5' }).text).toContain('−1,234.5 sold');
  expect(textOf({ kind: 'unknown-basis', amount: 'x' }).text).toContain('an unknown amount sold');
  expect(textOf({ kind: 'stale-price', amount: '7200000' }).text).toContain('is 2 h old');
  expect(textOf({ kind: 'stale-price', amount: 'x' }).text).toContain('an unknown time');
  expect(textOf({ kind: 'stale-price' }).text).toContain('an unknown time');
});

it('data issue hides amounts by the privacy level', () => {
  setPrivacy('amounts');
  expect(textOf({ kind: 'below-zero', amount: '5' }).text).toContain('balance of •••');
});

it.each(kinds)('data issue has a sentence and advice for %s', kind => {
  const { text, advice } = textOf({ kind, amount: '1' });
  expect(text).toMatch(/.+: .+\.$/);
  expect(advice).toMatch(/\.$/);
});
