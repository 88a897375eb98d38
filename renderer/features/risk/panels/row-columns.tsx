import { absolute, isNegative, isPositive, isZero, negate } from '#shared/decimal.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import { formatOwn, formatOwnPercent } from '#lib/own/own-figures.ts';
import { compareAmounts } from '#lib/sorting.ts';
import { formatAge } from '#lib/age.ts';
import { useNow } from '#ui/clock.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { byDanger, type RiskRow } from '../model/risk-rows.ts';
import { debtColumns } from './debt-columns.tsx';
import { priceColumns } from './price-columns.tsx';
import { basisNames, DistanceCell } from '#ui/value/distance-cell.tsx';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

export function moneyDigits(currency: string) {
  const decimals = currency === 'XBT' || currency === 'BTC' ? 6 : 2;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

/** Amounts that are read for their size. */
function roundDigits(currency: string) {
  const decimals = currency === 'USDT' || currency === 'USDC' ? 0 : 4;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

const size = (row: RiskRow) => ({ unit: row.currency, ...roundDigits(row.currency) });
const money = (row: RiskRow) => ({ unit: row.currency, ...moneyDigits(row.currency) });

function TitleCell({ row }: { readonly row: RiskRow }) {
  return (
    <WithChips>
      {row.title}
      {row.position?.marginMode === 'cross' ? <Chip title={t`Backed by the whole wallet`}>{t`cross`}</Chip> : null}
      {row.position?.isInverse === true ? (
        <Chip title={t`Margined and settled in the base currency`}>{t`inverse`}</Chip>
      ) : null}
      {row.position?.isAutoDeposit === true ? <Chip title={t`The wallet adds margin first`}>{t`auto`}</Chip> : null}
    </WithChips>
  );
}

/** What a margin account owes, where that is one currency. */
function DebtCell({ account }: { readonly account: MarginAccountRow }) {
  const debts = account.holdings.filter(({ liability }) => isPositive(liability));
  const [first, second] = debts;
  if (first === undefined) return <span className="risk-faint">{t`no debt`}</span>;
  if (second !== undefined) return <span>{t`liabilities in ${debts.length} coins`}</span>;
  return (
    <span>
      {t`liability `}
      <NumberCell value={first.liability} unit={first.currency} {...roundDigits(first.currency)} />
    </span>
  );
}

function QuantityCell({ position, account }: RiskRow) {
  if (position === null) return account === null ? null : <DebtCell account={account} />;
  const isShort = isNegative(position.quantity);
  return (
    <span className={isShort ? 'direction-down' : 'direction-up'}>
      {isShort ? t`Short ` : t`Long `}
      <NumberCell value={absolute(position.quantity)} />
    </span>
  );
}

/** What the cell writes, for its width. */
function quantityText({ position, account }: RiskRow): string {
  if (position !== null) return t`Short ${position.quantity}`;
  const debts = account?.holdings.filter(({ liability }) => isPositive(liability)) ?? [];
  const [first] = debts;
  if (first === undefined || debts.length > 1) return t`liabilities in 2 coins`;
  return t`liability ${formatOwn(first.liability, roundDigits(first.currency))} ${first.currency}`;
}

function CoverCell({ row }: { readonly row: RiskRow }) {
  if (row.position === null) return <span className="risk-faint">{t`n/a`}</span>;
  if (row.cover === null)
    return (
      <Unknown
        reason={
          row.owner === null
            ? t`Conditional orders are not loaded yet.`
            : t`Conditional orders of linked accounts are not loaded here.`
        }
      />
    );
  if (isZero(row.cover)) return <Chip tone="warning">{t`none`}</Chip>;
  return <span className="number">{formatOwnPercent(row.cover, { maximumDecimals: 0 })}</span>;
}

function RatioCell({ row }: { readonly row: RiskRow }) {
  const isCross = row.position?.marginMode === 'cross';
  if (row.ratio !== null)
    return (
      <span className="number">
        {isCross ? '≈' : ''}
        {formatOwnPercent(row.ratio, { maximumDecimals: 1 })}
      </span>
    );
  return (
    <Unknown
      reason={
        isCross
          ? t`Backed by the whole wallet, whose equity or maintenance margin is unknown.`
          : t`A price or the liquidation threshold is unknown.`
      }
    />
  );
}

function AdlCell({ row }: { readonly row: RiskRow }) {
  if (row.position === null) return <span className="risk-faint">{t`n/a`}</span>;
  if (row.adl === null) return <Unknown />;
  return <span className="number">{formatOwnPercent(row.adl, { maximumDecimals: 0 })}</span>;
}

function AgeCell({ asOfMs }: { readonly asOfMs: number | null }) {
  const nowMs = useNow(1000);
  return asOfMs === null ? <Unknown /> : <span className="number">{formatAge(nowMs - asOfMs)}</span>;
}

const notFutures = t`Only futures positions have one.`;

const what: readonly Column<RiskRow>[] = [
  textColumn({
    key: 'title',
    title: t`Contract or account`,
    hint: t`Futures position, or margin account with debts`,
    width: 128,
    read: row => row.title,
    render: row => <TitleCell row={row} />,
  }),
  {
    key: 'quantity',
    own: 'amount',
    title: t`Position`,
    hint: t`Contract lots; liability of a margin account`,
    width: 84,
    figure: quantityText,
    align: 'end',
    priority: 2,
    isEssential: true,
    render: row => <QuantityCell {...row} />,
    value: {
      kind: 'decimal',
      read: row => row.position?.quantity ?? null,
      unit: row => (row.position === null ? undefined : t`lots ${row.position.symbol}`),
      isSummed: false,
    },
    compare: (a, b) => compareAmounts(a.position?.quantity ?? null, b.position?.quantity ?? null),
  },
  decimalColumn({
    key: 'notional',
    title: t`Notional`,
    hint: t`Value at mark price; margin account: assets by last prices`,
    width: 92,
    priority: 4,
    read: row => row.notional,
    format: row => ({ ...size(row), unknownReason: t`A price is unknown.` }),
  }),
];

const danger: readonly Column<RiskRow>[] = [
  {
    key: 'distance',
    title: t`Liq. distance`,
    hint: t`Adverse price move until liquidation; ≈ and ≥ are estimates by Fathom, others from the exchange`,
    width: 104,
    own: 'figure',
    render: row => <DistanceCell reach={row} />,
    value: { kind: 'decimal', read: row => row.distance, isSummed: false },
    compare: (a, b) => byDanger(b, a),
  },
  decimalColumn({
    key: 'days',
    own: 'figure',
    title: t`Distance (σ-days)`,
    hint: t`Liq. distance in days of recent volatility (square root of summed squared hourly returns)`,
    width: 104,
    isSummed: false,
    read: row => row.days,
    format: row => ({ maximumDecimals: 1, minimumDecimals: 1, unknownReason: row.daysReason }),
  }),
  decimalColumn({
    key: 'ratio',
    own: 'figure',
    title: t`Margin ratio`,
    hint: t`Maintenance margin / margin, or debt ratio / liquidation threshold. Liquidation at 100 %.`,
    width: 80,
    priority: 2,
    isSummed: false,
    read: row => row.ratio,
    render: row => <RatioCell row={row} />,
  }),
  ...debtColumns,
];

const rest: readonly Column<RiskRow>[] = [
  decimalColumn({
    key: 'pnl',
    title: t`Unrealised PnL`,
    hint: positionHints.unrealised,
    width: 100,
    priority: 2,
    isEssential: true,
    read: row => row.pnl,
    format: money,
    render: row =>
      row.pnl === null ? (
        <span className="risk-faint">{t`n/a`}</span>
      ) : (
        <SignedNumber value={row.pnl} unit={row.currency} {...moneyDigits(row.currency)} />
      ),
  }),
  {
    key: 'cover',
    own: 'figure',
    title: t`SL coverage`,
    hint: positionHints.coverage,
    width: 88,
    align: 'end',
    priority: 2,
    render: row => <CoverCell row={row} />,
    value: { kind: 'decimal', read: row => row.cover, isSummed: false },
    compare: (a, b) => compareAmounts(a.cover, b.cover),
  },
  decimalColumn({
    key: 'funding',
    title: t`Funding next`,
    hint: t`At the current rate and mark price; negative = paid`,
    width: 76,
    priority: 6,
    unit: row => row.currency,
    read: row => (row.funding === null ? null : negate(row.funding.next)),
    format: row => ({ ...moneyDigits(row.currency), unknownReason: row.position === null ? notFutures : undefined }),
    render: row => (
      <SignedNumber
        value={row.funding === null ? null : negate(row.funding.next)}
        unknownReason={row.position === null ? notFutures : t`Funding rate or contract terms are not loaded yet.`}
        {...moneyDigits(row.currency)}
      />
    ),
  }),
  decimalColumn({
    key: 'headroom',
    title: t`Headroom`,
    hint: t`Risk limit minus entry value`,
    width: 72,
    priority: 7,
    unit: row => row.currency,
    read: row => row.headroom,
    format: row => ({
      ...roundDigits(row.currency),
      unknownReason: row.position === null ? notFutures : t`Risk limits do not apply to cross positions.`,
    }),
  }),
  {
    key: 'adl',
    title: t`ADL`,
    hint: t`Auto-deleveraging rank: at 100 % it is reduced first`,
    width: 45,
    align: 'end',
    priority: 8,
    own: 'figure',
    render: row => <AdlCell row={row} />,
    value: { kind: 'decimal', read: row => row.adl, isSummed: false },
    compare: (a, b) => compareAmounts(a.adl, b.adl),
  },
  {
    key: 'age',
    title: t`Age`,
    hint: t`Time since the last update by the exchange`,
    width: 48,
    align: 'end',
    priority: 8,
    render: row => <AgeCell asOfMs={row.asOfMs} />,
    value: { kind: 'time', readMs: row => row.asOfMs },
    compare: (a, b) => (b.asOfMs ?? 0) - (a.asOfMs ?? 0),
  },
  textColumn({
    key: 'basis',
    title: t`Distance source`,
    hint: t`Source of the distance: price of the exchange, or estimate by Fathom`,
    width: 104,
    priority: 10,
    read: row => (row.distance === null ? '' : basisNames[row.basis]),
  }),
];

export const rowColumns: readonly Column<RiskRow>[] = [...what, ...priceColumns, ...danger, ...rest];

/** Where rows of several accounts stand together. */
export const joinedColumns: readonly Column<RiskRow>[] = [
  ...what.slice(0, 1),
  textColumn({
    key: 'owner',
    title: t`Account`,
    hint: t`Profile of the position`,
    width: 84,
    read: row => row.owner ?? t`this one`,
  }),
  ...rowColumns.slice(1),
];
