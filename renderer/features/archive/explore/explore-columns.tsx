import type { ArchiveView, ExploredRow } from '#shared/domain/archive/explore.ts';
import { type Decimal, isDecimal, negate } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { shortenId } from '#lib/compact.ts';
import { formatPercent } from '#lib/format.ts';
import { type InstrumentsBySymbol, tickDecimals } from '#lib/tick.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, momentColumn, sizeUnit as unitOfSize, textColumn } from '#ui/table/column-factories.tsx';
import { Chip, SideChip } from '#ui/value/chip.tsx';
import { SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { feeAuditColumns } from './fee-columns.tsx';
import { sideText, statusText, walletText } from './model/explore-texts.ts';
import { venueOf } from './order/order-of-row.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

type ExploreColumn = Column<ExploredRow>;
type TextField = 'symbol' | 'currency' | 'wallet' | 'kind';
type Head = Pick<ExploreColumn, 'key' | 'title' | 'hint' | 'width' | 'priority'>;

const absent = t`The exchange gives none.`;

function fieldColumn(field: TextField, head: Omit<Head, 'key'>): ExploreColumn {
  const read = (row: ExploredRow) => row[field] ?? '';
  return textColumn({ key: field, ...head, read: field === 'wallet' ? row => walletText(read(row)) : read });
}

/** A field that has no column of its own in the archive. */
function restColumn(field: string, head: Omit<Head, 'key'>): ExploreColumn {
  const read = ({ rest }: ExploredRow) => rest[field] ?? '';
  const render = (row: ExploredRow) => {
    const text = visibleText(read(row));
    if (text === '') return <Unknown reason={absent} />;
    return (
      <span className="selectable" title={text}>
        {shortenId(text)}
      </span>
    );
  };
  return textColumn({ key: field, ...head, read, render });
}

function idColumn(field: 'orderId' | 'tradeId', head: Pick<Head, 'title' | 'hint'>): ExploreColumn {
  const read = (row: ExploredRow) => row[field] ?? '';
  const render = (row: ExploredRow) => (
    <span className="number selectable" title={visibleText(read(row))}>
      {shortenId(visibleText(read(row)))}
    </span>
  );
  return textColumn({ key: field, ...head, width: 104, priority: 5, read, render });
}

const time = momentColumn<ExploredRow>({
  key: 'time',
  title: t`Time`,
  hint: accountHints.time,
});
const symbol = fieldColumn('symbol', {
  title: t`Symbol`,
  hint: orderHints.symbol,
  width: 92,
});
const currency = fieldColumn('currency', {
  title: t`Currency`,
  hint: accountHints.currency,
  width: 72,
});
const wallet = fieldColumn('wallet', {
  title: t`Account`,
  hint: t`Account of the exchange: main, trade, margin or futures`,
  width: 84,
  priority: 3,
});
const kind = fieldColumn('kind', { title: t`Type`, hint: t`Type that the exchange reports`, width: 120, priority: 2 });

const side: ExploreColumn = textColumn({
  key: 'side',
  title: t`Side`,
  hint: t`Buy or sell; in or out`,
  width: 66,
  read: row => row.side ?? '',
  render: ({ side: word }) => (word === 'buy' || word === 'sell' ? <SideChip side={word} /> : sideText(word ?? '')),
});

const status: ExploreColumn = textColumn({
  key: 'status',
  title: t`Status`,
  hint: accountHints.status,
  width: 92,
  read: row => statusText(row.status ?? ''),
  render: row =>
    row.status === null ? (
      <Unknown reason={absent} />
    ) : (
      <Chip tone={row.status === 'failure' ? 'danger' : 'neutral'}>{statusText(row.status)}</Chip>
    ),
});

/** Prices at the tick of their symbol, as far as it is known. */
function priceFormat(instruments: InstrumentsBySymbol) {
  return ({ symbol: name }: ExploredRow) => ({
    minimumDecimals: name === null ? undefined : tickDecimals(instruments, name),
    unknownReason: absent,
  });
}

function priceColumn(instruments: InstrumentsBySymbol): ExploreColumn {
  return decimalColumn({
    key: 'price',
    own: 'figure',
    title: t`Price`,
    hint: t`Price that the exchange reports`,
    width: 96,
    isSummed: false,
    read: row => row.price,
    format: priceFormat(instruments),
  });
}

/** Base currency on spot, lots of a contract on futures, the borrowed currency of a loan. */
function sizeUnit(row: ExploredRow): string | undefined {
  const { symbol: name } = row;
  if (row.record === 'loans') return row.currency ?? undefined;
  return name === null ? undefined : unitOfSize({ venue: venueOf(row), symbol: name });
}

/** Contracts are counted in lots, which the symbol does not say; a coin is named by its symbol or its column. */
function sizeFormat(row: ExploredRow) {
  return { unit: sizeUnit(row)?.startsWith('lots ') === true ? t`lots` : undefined, unknownReason: absent };
}

const size: ExploreColumn = decimalColumn({
  key: 'size',
  title: t`Size`,
  hint: orderHints.size,
  width: 96,
  read: row => row.size,
  unit: sizeUnit,
  format: sizeFormat,
});

function quoteOf(row: ExploredRow): string | undefined {
  return row.currency ?? row.symbol?.split('-')[1];
}

const value: ExploreColumn = decimalColumn({
  key: 'value',
  title: t`Value`,
  hint: orderHints.value,
  width: 104,
  priority: 2,
  read: row => row.amount,
  format: row => ({ unit: quoteOf(row), maximumDecimals: 8, unknownReason: absent }),
});

const amount: ExploreColumn = decimalColumn({
  key: 'amount',
  title: t`Amount`,
  hint: accountHints.amount,
  width: 104,
  read: row => row.amount,
  unit: row => row.currency ?? undefined,
  format: () => ({ unknownReason: absent }),
});

/** A ledger lists amounts without a sign, and the direction beside them. */
function signedAmount({ amount: listed, side: direction }: ExploredRow): Decimal | null {
  return listed !== null && direction === 'out' ? negate(listed) : listed;
}

const signed: ExploreColumn = decimalColumn({
  key: 'amount',
  title: t`Amount`,
  hint: t`Amount in its currency; negative: out of the account`,
  width: 104,
  read: signedAmount,
  unit: row => row.currency ?? undefined,
  format: () => ({ unknownReason: absent }),
  render: row => <SignedNumber own="none" value={signedAmount(row)} unknownReason={absent} />,
});

const closedPnl: ExploreColumn = decimalColumn({
  key: 'amount',
  title: t`Realised PnL`,
  hint: t`After fees and funding`,
  width: 128,
  read: signedAmount,
  format: row => ({ unit: row.currency ?? undefined, unknownReason: absent }),
  render: row => (
    <SignedNumber own="none" value={signedAmount(row)} unit={row.currency ?? undefined} unknownReason={absent} />
  ),
});
const loanSize: ExploreColumn = { ...size, hint: t`In the currency of the loan` };

const fee: ExploreColumn = decimalColumn({
  key: 'fee',
  title: t`Fee`,
  hint: t`Fee in the currency shown; negative: a rebate`,
  width: 112,
  priority: 2,
  read: row => row.fee,
  unit: row => row.feeCurrency ?? row.currency ?? undefined,
  format: row => ({ unit: row.feeCurrency ?? row.currency ?? undefined, maximumDecimals: 8, unknownReason: absent }),
});

const balance: ExploreColumn = decimalColumn({
  key: 'balance',
  title: t`Balance`,
  hint: t`Of the wallet after the booking`,
  width: 112,
  priority: 3,
  isSummed: false,
  read: row => row.balance,
  unit: row => row.currency ?? undefined,
  format: () => ({ unknownReason: absent }),
});

function restDecimal(row: ExploredRow, field: string): Decimal | null {
  const text = row.rest[field];
  return text !== undefined && isDecimal(text) ? text : null;
}

function rateColumn(field: string, head: Pick<Head, 'title' | 'hint'>): ExploreColumn {
  return decimalColumn({
    key: 'rate',
    own: 'none',
    ...head,
    width: 76,
    priority: 4,
    isSummed: false,
    read: row => restDecimal(row, field),
    render: row => {
      const rate = restDecimal(row, field);
      return rate === null ? (
        <Unknown reason={absent} />
      ) : (
        <span className="number">{formatPercent(rate, { minimumDecimals: 3, maximumDecimals: 6 })}</span>
      );
    },
  });
}

const filled: ExploreColumn = decimalColumn({
  key: 'filled',
  title: t`Filled`,
  hint: orderHints.filled,
  width: 92,
  read: row => restDecimal(row, 'filledSize'),
  unit: sizeUnit,
  format: sizeFormat,
});

function openPriceColumn(instruments: InstrumentsBySymbol): ExploreColumn {
  return decimalColumn({
    key: 'openPrice',
    own: 'figure',
    title: t`Entry`,
    hint: positionHints.entry,
    width: 92,
    isSummed: false,
    read: row => restDecimal(row, 'openPrice'),
    format: priceFormat(instruments),
  });
}

const chain = restColumn('chain', { title: t`Chain`, hint: accountHints.chain, width: 84, priority: 3 });
const address = restColumn('address', {
  title: t`Address`,
  hint: accountHints.receiver,
  width: 140,
  priority: 2,
});
const transaction = restColumn('walletTxId', {
  title: t`Transaction`,
  hint: t`Transaction id on the blockchain`,
  width: 112,
  priority: 5,
});
const liquidity = restColumn('liquidity', {
  title: t`Liquidity`,
  hint: t`Maker: the order rested in the book. Taker: it took from the book`,
  width: 84,
  priority: 4,
});
const order = idColumn('orderId', { title: t`Order`, hint: t`Order id of the exchange` });
const trade = idColumn('tradeId', { title: t`Trade`, hint: t`Trade id of the exchange` });
const fundingRate = rateColumn('fundingRate', {
  title: t`Funding rate`,
  hint: t`Rate of this funding; positive: longs pay shorts`,
});
const dayRate = rateColumn('dayRate', { title: t`Daily rate`, hint: t`Interest rate for one day` });
const bookings = [time, currency, wallet, kind, side, signed, fee, balance, symbol];
const movements = [time, currency, amount, status, fee, address, chain, transaction];

/** The columns of each list. */
export function exploreColumns(
  instruments: InstrumentsBySymbol,
): Readonly<Record<ArchiveView, readonly ExploreColumn[]>> {
  const price = priceColumn(instruments);
  const openPrice = openPriceColumn(instruments);
  const exitPrice: ExploreColumn = {
    ...price,
    title: t`Exit price`,
    hint: t`Average price at which the position was closed`,
  };
  return {
    fills: [time, symbol, wallet, side, price, size, value, fee, ...feeAuditColumns, liquidity, order, trade],
    orders: [time, symbol, wallet, side, kind, status, price, size, filled, fee, order],
    ledger: bookings,
    transfers: bookings,
    funding: [time, symbol, wallet, fundingRate, price, size, signed, currency],
    interest: [time, currency, symbol, wallet, dayRate, amount],
    loans: [time, kind, currency, symbol, wallet, loanSize, amount, status, order],
    deposits: movements,
    withdrawals: movements,
    'closed-positions': [time, symbol, wallet, side, kind, openPrice, exitPrice, closedPnl, fee],
  };
}
