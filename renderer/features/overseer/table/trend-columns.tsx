import type { TrendWindow } from '#shared/domain/portfolio/account-trends.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn } from '#ui/table/column-factories.tsx';
import type { OverseenLine } from '../model/overseen-lines.ts';
import { valueDecimals } from '../model/valuation.ts';
import { DeltaCell, SparklineCell, trendChangeOf, trendReason } from './trend-cells.tsx';
import type { TrendLookup } from './use-account-trends.ts';
import { t } from '#shared/words/t.ts';

/** What the trend columns show. */
export interface TrendColumnsOptions {
  readonly currency: string;
  readonly trends: TrendLookup;
}

/** The windows in their order, with their titles and what is hidden first where there is no room. */
const windows = [
  { window: 'hour', key: '1h', delta: t`Δ 1 h`, transfers: t`Transfers 1 h`, priority: 5 },
  { window: 'day', key: '1d', delta: t`Δ 1 d`, transfers: t`Transfers 1 d`, priority: 4 },
  { window: 'week', key: '7d', delta: t`Δ 7 d`, transfers: t`Transfers 7 d`, priority: 5 },
] as const satisfies readonly { readonly window: TrendWindow; readonly [name: string]: string | number }[];

const deltaHint = t`Change of value without transfers between master account and sub-account; without futures wallets. Other deposits and withdrawals are included.`;

/** The recorded value of the last 7 days as a line, and how it changed within 1 hour, 1 day and 7 days. */
export function trendColumns(options: TrendColumnsOptions): readonly Column<OverseenLine>[] {
  const { currency, trends } = options;
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  const readOf = (window: TrendWindow, part: 'change' | 'flow') => (line: OverseenLine) =>
    trendChangeOf(line, trends, window)?.[part] ?? null;
  const formatOf = (window: TrendWindow) => (line: OverseenLine) => ({
    ...digits,
    unknownReason: trendReason(trendChangeOf(line, trends, window), trends),
  });
  return [
    {
      key: 'trend',
      title: t`Trend 7 d`,
      hint: t`Value of main, trade and margin wallets in the last 7 days, as recorded`,
      width: 72,
      priority: 4,
      own: 'amount',
      render: line => <SparklineCell line={line} {...options} />,
    },
    ...windows.map(({ window, key, delta, priority }) =>
      decimalColumn<OverseenLine>({
        key: `delta-${key}`,
        title: delta,
        hint: deltaHint,
        width: 72,
        priority,
        unit: () => currency,
        read: readOf(window, 'change'),
        format: formatOf(window),
        render: line => <DeltaCell line={line} window={window} {...options} />,
      }),
    ),
    ...windows.map(({ window, key, transfers }) =>
      decimalColumn<OverseenLine>({
        key: `transfers-${key}`,
        title: transfers,
        hint: t`Transfers between master account and sub-account, in − out, at the prices of their times`,
        width: 128,
        priority: 9,
        unit: () => currency,
        read: readOf(window, 'flow'),
        format: formatOf(window),
      }),
    ),
  ];
}
