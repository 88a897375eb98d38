import type { AccountTrend, TrendChange, TrendReason, TrendWindow } from '#shared/domain/portfolio/account-trends.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { valueDecimals } from '../model/valuation.ts';
import { sparklinePaths, sparklineSize } from './sparkline-path.ts';
import type { TrendLookup } from './use-account-trends.ts';
import { t } from '#shared/words/t.ts';

interface TrendCellProps {
  readonly line: OverseenLine;
  readonly trends: TrendLookup;
  readonly currency: string;
}

const reasonTexts: Readonly<Record<TrendReason, string>> = {
  'not-recorded': t`No balances were recorded at the start of this period.`,
  'not-current': t`The newest recorded balances are too old. The Archive panel says why.`,
  'no-balance': t`The balances of this account are unknown at the start or at the end of this period.`,
  'no-ledger': t`Transfers in this period are incomplete. The Archive panel says why.`,
  'no-price': t`A transfer in this period has no price.`,
  'unassigned-transfer': t`A transfer in this period may belong to several sub-accounts.`,
};

function digitsOf(currency: string) {
  const decimals = valueDecimals(currency);
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

function leftOutText({ leftOut }: AccountTrend): string {
  return leftOut.length === 0 ? '' : `\n${t`Without a price: ${leftOut.map(coin => visibleText(coin)).join(', ')}`}`;
}

/** The recorded value of an account in the last 7 days as a line. */
export function SparklineCell({ line, trends, currency }: TrendCellProps) {
  const nowMs = useNow(60_000);
  if (line.head !== null) return null;
  const trend = trends.trendOf(line.userId);
  const known = trend?.points.filter(({ value }) => value !== null) ?? [];
  const [first, last] = [known[0], known.at(-1)];
  if (trend === null || first === undefined || last === undefined) return <Unknown reason={trends.unknownReason} />;
  const show = ({ atMs, value }: typeof first) =>
    `${formatMoment(atMs, nowMs)} ${value === null ? '' : formatOwn(value, digitsOf(currency))}`;
  const label = t`${show(first)} → ${show(last)} ${currency}`;
  return (
    <span title={`${label}${leftOutText(trend)}`}>
      <svg
        className="overseer-sparkline"
        viewBox={`0 0 ${sparklineSize.width} ${sparklineSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {sparklinePaths(trend.points).map(path => (
          <polyline key={path} points={path} />
        ))}
      </svg>
    </span>
  );
}

/** The change of an account in a window; null: unknown. */
export function trendChangeOf(
  { head, userId }: Pick<OverseenLine, 'head' | 'userId'>,
  trends: TrendLookup,
  window: TrendWindow,
): TrendChange | null {
  return head === null ? (trends.trendOf(userId)?.changes[window] ?? null) : null;
}

/** Why a change of an account is unknown. */
export function trendReason(change: TrendChange | null, { unknownReason }: TrendLookup): string {
  const reason = change?.reason ?? null;
  return reason === null ? unknownReason : reasonTexts[reason];
}

/** The change of an account in a window without transfers, which its hover names. */
export function DeltaCell({ line, trends, currency, window }: TrendCellProps & { readonly window: TrendWindow }) {
  const nowMs = useNow(60_000);
  if (line.head !== null) return null;
  const trend = trends.trendOf(line.userId);
  const change = trendChangeOf(line, trends, window);
  if (trend === null || change === null || change.change === null || change.fromMs === null)
    return <Unknown reason={trendReason(change, trends)} />;
  const digits = digitsOf(currency);
  const flow = formatOwn(change.flow ?? '0', { ...digits, isSigned: true });
  const span = `${formatMoment(change.fromMs, nowMs)} → ${formatMoment(trends.asOfMs ?? nowMs, nowMs)}`;
  return (
    <span title={`${span}\n${t`Transfers: ${flow} ${currency}`}${leftOutText(trend)}`}>
      <SignedNumber value={change.change} own="none" {...digits} />
    </span>
  );
}
