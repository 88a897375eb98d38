import { type Decimal, subtract } from '#shared/decimal.ts';
import type { ComparedHolding } from '#shared/domain/portfolio/portfolio.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { type AccountNames, moneyFormat, ownerTitle } from '../model/portfolio-texts.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

export const holdingKey = ({ owner, coin }: ComparedHolding): string => `${owner} ${coin}`;

/** The change of the amount that no row explains; null: unknown. */
function unexplainedOf({ before, after, explained }: ComparedHolding): Decimal | null {
  return before === null || after === null || explained === null ? null : subtract(subtract(after, before), explained);
}

interface SignedOptions {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly priority?: number;
  readonly read: (holding: ComparedHolding) => Decimal | null;
  /** absent: in the coin */
  readonly currency?: string;
}

function signedColumn({ currency, ...head }: SignedOptions): Column<ComparedHolding> {
  const format = {
    ...(currency === undefined ? { maximumDecimals: 8 } : moneyFormat(currency)),
    unknownReason: t`A balance, a price or a list of rows is missing.`,
  };
  return decimalColumn({
    ...head,
    width: 108,
    unit: ({ coin }) => currency ?? coin,
    format: () => format,
    render: holding => <SignedNumber own="none" value={head.read(holding)} {...format} />,
  });
}

/** Account by coin, before and after, and why it changed. */
export function holdingColumns(currency: string, names: AccountNames): readonly Column<ComparedHolding>[] {
  return [
    ...nameColumns(names),
    ...amountColumns,
    ...valueColumns(currency),
    ...effectColumns(currency),
    ...rowColumns,
  ];
}

function nameColumns(names: AccountNames): readonly Column<ComparedHolding>[] {
  const read = ({ owner }: ComparedHolding) => ownerTitle(owner, names);
  return [
    textColumn({
      key: 'account',
      own: 'figure',
      title: t`Account`,
      hint: t`Account that holds the coin`,
      width: 116,
      read,
    }),
    textColumn({
      key: 'coin',
      title: t`Coin`,
      hint: accountHints.currency,
      width: 60,
      figure: ({ coin }) => coin,
      read: ({ coin }) => coin,
    }),
  ];
}

const amount = { maximumDecimals: 8, unknownReason: t`There is no balance of this account at this time.` };

const amountColumns: readonly Column<ComparedHolding>[] = [
  decimalColumn({
    key: 'before',
    title: t`Before`,
    hint: t`Amount at the first time, without unrealised PnL`,
    width: 96,
    priority: 3,
    isSummed: false,
    read: ({ before }) => before,
    format: () => amount,
  }),
  decimalColumn({
    key: 'after',
    title: t`After`,
    hint: t`Amount at the second time, without unrealised PnL`,
    width: 96,
    priority: 3,
    isSummed: false,
    read: ({ after }) => after,
    format: () => amount,
  }),
];

function valueColumns(currency: string): readonly Column<ComparedHolding>[] {
  const money = { ...moneyFormat(currency), unknownReason: t`A balance or a price is missing at this time.` };
  return [
    decimalColumn({
      key: 'valueBefore',
      title: t`Value before`,
      hint: t`Amount before at the price of that time`,
      width: 108,
      priority: 4,
      read: ({ valueBefore }) => valueBefore,
      unit: () => currency,
      format: () => money,
    }),
    decimalColumn({
      key: 'valueAfter',
      title: t`Value after`,
      hint: t`Amount after at the price of that time`,
      width: 108,
      priority: 2,
      read: ({ valueAfter }) => valueAfter,
      unit: () => currency,
      format: () => money,
    }),
  ];
}

function effectColumns(currency: string): readonly Column<ComparedHolding>[] {
  return [
    signedColumn({
      key: 'priceEffect',
      title: t`Price effect`,
      hint: t`Amount before × change of the price`,
      read: ({ priceEffect }) => priceEffect,
      currency,
    }),
    signedColumn({
      key: 'amountEffect',
      title: t`Amount effect`,
      hint: t`Change of the amount × price after`,
      read: ({ amountEffect }) => amountEffect,
      currency,
    }),
  ];
}

const rowColumns: readonly Column<ComparedHolding>[] = [
  signedColumn({
    key: 'explained',
    title: t`Explained`,
    hint: t`The part of the change of the amount that ledger rows and transfers explain, in the coin`,
    priority: 2,
    read: ({ explained }) => explained,
  }),
  signedColumn({
    key: 'unexplained',
    title: t`Unexplained`,
    hint: t`The rest of the change of the amount, in the coin`,
    priority: 2,
    read: unexplainedOf,
  }),
];
