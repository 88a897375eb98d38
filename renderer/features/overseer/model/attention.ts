import { compare, type Decimal, isPositive, multiply, negate } from '#shared/decimal.ts';
import type { Oversight, OversightRule } from '#shared/domain/account/oversight.ts';
import { type OverseenRow, shareOf } from './overseen-rows.ts';
import type { ValueChange } from './changes/value-change.ts';
import { t } from '#shared/words/t.ts';

/** An account that broke a rule, or whose figures are missing. */
export interface Finding {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly kind: OversightRule['kind'] | 'unreadable' | 'unlisted' | 'frozen';
  /** of a rule: what was measured and what is allowed, in percent */
  readonly percent: Decimal | null;
  readonly limit: Decimal | null;
  /** of a rule about coins: the coin */
  readonly coin: string | null;
  /** of a fall of the value: its parts */
  readonly change: ValueChange | null;
  /** this user knows of it, and it has not become worse */
  readonly isAcknowledged: boolean;
}

/** The accounts valued in the reference currency of a rule: what the page shows changes no limit breach. */
export interface Measure {
  readonly rows: readonly OverseenRow[];
  /** all accounts together, the master's own wallets not */
  readonly wholeValue: Decimal;
  /** accounts worth less are not held to rules */
  readonly least: Decimal;
}

export interface FindingOptions {
  readonly rules: readonly OversightRule[];
  readonly measureIn: (currency: string) => Measure;
  /** how the value of an account changed in the window of a rule; null: not known */
  readonly changeOf: (userId: string, rule: OversightRule) => ValueChange | null;
  readonly acknowledged: Oversight['acknowledged'];
  readonly nowMs: number;
}

/** What deserves a look, the worst first and what was acknowledged last. Each account is named once a rule. */
export function findingsOf(rows: readonly OverseenRow[], options: FindingOptions): readonly Finding[] {
  const broken = options.rules.flatMap(rule => {
    const measure = options.measureIn(rule.currency);
    return measure.rows.flatMap(row => brokenBy(row, { rule, measure, options }));
  });
  return [...rows.flatMap(stateOf), ...broken].toSorted(
    (a, b) =>
      Number(a.isAcknowledged) - Number(b.isAcknowledged) ||
      rankOf(a) - rankOf(b) ||
      compareExcess(a, b) ||
      a.name.localeCompare(b.name),
  );
}

/** Longer than this no acknowledgement counts: the same limit may be breached once more. */
const acknowledgedForMs = 86_400_000;
/** A breach that grew by more than a tenth is another one. */
const worseFactor: Decimal = '1.1';

function isAcknowledged(key: string, percent: Decimal, { acknowledged, nowMs }: FindingOptions): boolean {
  const known = Object.hasOwn(acknowledged, key) ? acknowledged[key] : undefined;
  if (known === undefined || nowMs - known.atMs >= acknowledgedForMs) return false;
  return compare(percent, multiply(known.percent, worseFactor)) <= 0;
}

/** The acknowledgements with another one; those that count no more are dropped. */
export function withAcknowledgement(
  acknowledged: Oversight['acknowledged'],
  { key, percent }: Pick<Finding, 'key' | 'percent'>,
  nowMs: number,
): Oversight['acknowledged'] {
  const kept = Object.entries(acknowledged).filter(([, { atMs }]) => nowMs - atMs < acknowledgedForMs);
  return Object.fromEntries(percent === null ? kept : [...kept, [key, { atMs: nowMs, percent }]]);
}

function stateOf({ userId, name, figures, account, value }: OverseenRow): readonly Finding[] {
  const about = { userId, name, percent: null, limit: null, coin: null, change: null, isAcknowledged: false };
  if (figures !== 'listed') return [{ ...about, key: `${userId}:${figures}`, kind: figures }];
  const isFrozen = account?.status === 3 && value !== null && isPositive(value);
  return isFrozen ? [{ ...about, key: `${userId}:frozen`, kind: 'frozen' }] : [];
}

/** Figures that make no sense come first: whatever is wrong there is not seen. Frozen and hosted accounts are no news. */
function rankOf({ kind }: Finding): number {
  if (kind === 'unreadable') return 0;
  if (kind === 'unlisted') return 2;
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
  readonly change?: ValueChange;
}

interface Judged {
  readonly rule: OversightRule;
  readonly measure: Measure;
  readonly options: FindingOptions;
}

function brokenBy(row: OverseenRow, judged: Judged): readonly Finding[] {
  const { userId, name, value } = row;
  const { rule, options } = judged;
  if (value === null) return [];
  const measured = measureOf(row, judged);
  if (measured === null) return [];
  const percent = multiply(measured.share, '100');
  if (compare(percent, rule.percent) <= 0) return [];
  const { kind, id, percent: limit } = rule;
  const { coin, change = null } = measured;
  const key = `${userId}:${id}`;
  return [
    { key, userId, name, kind, percent, limit, coin, change, isAcknowledged: isAcknowledged(key, percent, options) },
  ];
}

function measureOf(row: OverseenRow, judged: Judged): Measured | null {
  const { value } = row;
  const { kind, currency } = judged.rule;
  if (kind === 'drop') return dropOf(row, judged);
  if (value === null || compare(value, judged.measure.least) < 0) return null;
  if (kind === 'coin-share') {
    const top = row.coins.find(({ coin }) => coin !== currency);
    return shareMeasured(shareOf(top?.value ?? null, value), top?.coin ?? null);
  }
  if (kind === 'held-share') return shareMeasured(shareOf(row.held, value), null);
  return shareMeasured(shareOf(value, judged.measure.wholeValue), null);
}

function shareMeasured(share: Decimal | null, coin: string | null): Measured | null {
  return share === null ? null : { share, coin };
}

/** By how much of its earlier value the value of an account fell. */
function dropOf({ userId, value }: OverseenRow, { rule, measure: { least }, options }: Judged): Measured | null {
  const change = options.changeOf(userId, rule);
  if (value === null || change === null || change.ratio === null || compare(change.before, least) < 0) return null;
  return { share: negate(change.ratio), coin: null, change };
}

/** A rule as the beginning of a sentence; the percent follow. */
export const ruleLabels: Readonly<Record<OversightRule['kind'], string>> = {
  'coin-share': t`Max. asset concentration`,
  'account-share': t`Max. account share of total`,
  'held-share': t`Max. on hold per account`,
  drop: t`Max. NAV drawdown per account`,
};

/** Since when a fall of the value is measured. */
export const windowLabels: Readonly<Record<OversightRule['window'], string>> = {
  hour: t`1 h`,
  session: t`since the first read after the start`,
  closed: t`since Fathom was closed`,
};

/** A rule in full: what is limited, how much, since when, and the currency that it is measured in. */
export function ruleText({ kind, percent, window, currency }: OversightRule): string {
  const measured = kind === 'drop' ? `${windowLabels[window]}, ${currency}` : currency;
  return `${ruleLabels[kind]} ${percent} % (${measured})`;
}
