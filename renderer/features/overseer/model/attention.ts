import { compare, type Decimal, isPositive, multiply, negate } from '#shared/decimal.ts';
import type { OversightRule } from '#shared/domain/account/oversight.ts';
import { type OverseenRow, shareOf } from './overseen-rows.ts';
import type { WorthChange } from './worth-change.ts';
import { t } from '#shared/words/t.ts';

/** An account that broke a rule, or whose figures are missing. */
export interface Finding {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly kind: OversightRule['kind'] | 'unreadable' | 'untold' | 'frozen';
  /** of a rule: what was measured and what is allowed, in percent */
  readonly percent: Decimal | null;
  readonly limit: Decimal | null;
  /** of a rule about coins: the coin */
  readonly coin: string | null;
  /** of a fall of the value: its parts */
  readonly change: WorthChange | null;
}

export interface FindingOptions {
  readonly rules: readonly OversightRule[];
  /** all accounts together, the master's own wallets not */
  readonly wholeValue: Decimal;
  /** accounts worth less are not held to rules */
  readonly least: Decimal;
  /** what is counted in: who counts in dollars calls no dollars a concentration */
  readonly currency: string;
  /** how the value of an account changed in the window of the rules; null: not known */
  readonly changeOf: (userId: string) => WorthChange | null;
}

/** What deserves a look, the worst first. Each account is named once a rule. */
export function findingsOf(rows: readonly OverseenRow[], options: FindingOptions): readonly Finding[] {
  const found = rows.flatMap(row => [...stateOf(row), ...options.rules.flatMap(rule => brokenBy(row, rule, options))]);
  return found.toSorted((a, b) => rankOf(a) - rankOf(b) || compareExcess(a, b) || a.name.localeCompare(b.name));
}

function stateOf({ userId, name, figures, account, value }: OverseenRow): readonly Finding[] {
  const about = { userId, name, percent: null, limit: null, coin: null, change: null };
  if (figures !== 'told') return [{ ...about, key: `${userId}:${figures}`, kind: figures }];
  const isFrozen = account?.status === 3 && value !== null && isPositive(value);
  return isFrozen ? [{ ...about, key: `${userId}:frozen`, kind: 'frozen' }] : [];
}

/** Figures that make no sense come first: whatever is wrong there is not seen. Frozen and hosted accounts are no news. */
function rankOf({ kind }: Finding): number {
  if (kind === 'unreadable') return 0;
  if (kind === 'untold') return 2;
  return kind === 'frozen' ? 3 : 1;
}

/** By how much of the limit it is over: 50 % where 25 % is allowed is worse than 90 % where 80 % is. */
function compareExcess(a: Finding, b: Finding): number {
  if (a.percent === null || a.limit === null || b.percent === null || b.limit === null) return 0;
  return compare(multiply(b.percent, a.limit), multiply(a.percent, b.limit));
}

interface Measured {
  readonly share: Decimal;
  readonly coin: string | null;
  /** of a fall of the value */
  readonly change?: WorthChange;
}

function brokenBy(row: OverseenRow, rule: OversightRule, options: FindingOptions): readonly Finding[] {
  const { userId, name, value } = row;
  if (value === null) return [];
  const measured = measure(row, rule, options);
  if (measured === null) return [];
  const percent = multiply(measured.share, '100');
  if (compare(percent, rule.percent) <= 0) return [];
  const { kind, id, percent: limit } = rule;
  const { coin, change = null } = measured;
  return [{ key: `${userId}:${id}`, userId, name, kind, percent, limit, coin, change }];
}

function measure(row: OverseenRow, { kind }: OversightRule, options: FindingOptions): Measured | null {
  const { value } = row;
  if (kind === 'drop') return dropOf(row, options);
  if (value === null || compare(value, options.least) < 0) return null;
  if (kind === 'coin-share') {
    const top = row.coins.find(({ coin }) => coin !== options.currency);
    return shareMeasured(shareOf(top?.value ?? null, value), top?.coin ?? null);
  }
  if (kind === 'held-share') return shareMeasured(shareOf(row.held, value), null);
  return shareMeasured(shareOf(value, options.wholeValue), null);
}

function shareMeasured(share: Decimal | null, coin: string | null): Measured | null {
  return share === null ? null : { share, coin };
}

/** By how much of its earlier value the value of an account fell. */
function dropOf({ userId, value }: OverseenRow, { changeOf, least }: FindingOptions): Measured | null {
  const change = changeOf(userId);
  if (value === null || change === null || change.ratio === null || compare(change.before, least) < 0) return null;
  return { share: negate(change.ratio), coin: null, change };
}

/** A rule as the beginning of a sentence; the percent follow. */
export const ruleWords: Readonly<Record<OversightRule['kind'], string>> = {
  'coin-share': t`One coin is more of an account than`,
  'account-share': t`An account is more of the desk than`,
  'held-share': t`On hold is more of an account than`,
  drop: t`NAV of an account is down by more than`,
};
