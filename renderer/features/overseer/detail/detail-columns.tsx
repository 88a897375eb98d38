import { ownText } from '#lib/own/privacy.ts';
import { absolute, compare, type Decimal, isZero } from '#shared/decimal.ts';
import { formatPercent } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { coinChange, type OverseenLine } from '../model/overseen-lines.ts';
import { type CoinHolding, shareOf, type WalletName, walletNames } from '../model/overseen-rows.ts';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

interface CoinColumnsOptions extends Pick<OverseenLine, 'amountsBefore'> {
  readonly currency: string;
  readonly decimals: number;
  /** of the account */
  readonly value: Decimal | null;
}

const coinOf = ({ coin }: CoinHolding) => coin;

const coinColumn: Column<CoinHolding> = textColumn({
  key: 'coin',
  title: t`Coin`,
  hint: accountHints.currency,
  width: 54,
  figure: coinOf,
  read: coinOf,
});

const walletsColumn: Column<CoinHolding> = {
  key: 'wallets',
  title: t`Wallets`,
  hint: t`Wallets that hold the coin`,
  width: 104,
  priority: 5,
  render: holding => visibleText(walletsOf(holding).join(' + ')),
  value: { kind: 'text', read: holding => walletsOf(holding).join(' + ') },
};

/** The coins of one account over all its wallets. */
export function coinColumns({
  currency,
  decimals,
  value,
  amountsBefore,
}: CoinColumnsOptions): readonly Column<CoinHolding>[] {
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  return [
    coinColumn,
    amountColumn('total', { title: t`Amount`, hint: accountHints.total, width: 84 }),
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      hint: accountHints.lastValue,
      width: 96,
      read: holding => holding.value,
      format: () => ({
        ...digits,
        unknownReason: t`No price of this coin from the exchange or a market.`,
      }),
    }),
    decimalColumn({
      key: 'share',
      own: 'figure',
      title: t`Share`,
      hint: t`Share of the value of the account`,
      width: 46,
      priority: 3,
      isSummed: false,
      read: holding => shareOf(holding.value, value),
      render: holding => <ShareText share={shareOf(holding.value, value)} />,
    }),
    decimalColumn({
      key: 'change',
      title: t`Net change`,
      hint: t`Change of the amount since the reference time`,
      width: 76,
      priority: 4,
      unit: holding => holding.coin,
      read: holding => coinChange(holding, amountsBefore),
      render: holding => {
        const change = coinChange(holding, amountsBefore);
        if (change !== null && isZero(change)) return <span className="overseer-quiet">0</span>;
        return <SignedNumber value={change} unknownReason={notThen} maximumDecimals={decimalsOf(change)} />;
      },
    }),
    amountColumn('held', {
      title: t`On hold`,
      hint: accountHints.onHold,
      width: 60,
      priority: 2,
    }),
    walletsColumn,
  ];
}

const notThen = t`The amounts were unknown at that time.`;

/** Of a large amount the cents are enough. */
const decimalsOf = (amount: Decimal | null) => (amount !== null && compare(absolute(amount), '1000') >= 0 ? 2 : 8);

/** Amounts in full up to a thousand; of larger ones the cents, and all digits on hover. */
function amountColumn(
  key: 'total' | 'held',
  head: Pick<Column<CoinHolding>, 'title' | 'hint' | 'width' | 'priority'>,
): Column<CoinHolding> {
  const format = (holding: CoinHolding) => ({ maximumDecimals: decimalsOf(holding[key]) });
  return decimalColumn({
    ...head,
    key,
    read: holding => holding[key],
    unit: holding => holding.coin,
    format,
    render: holding => (
      <span title={ownText(holding[key])}>
        <NumberCell value={holding[key]} {...format(holding)} />
      </span>
    ),
  });
}

function ShareText({ share }: { readonly share: Decimal | null }) {
  if (share === null) return <Unknown reason={t`The account has no value.`} />;
  return <span className="number">{formatPercent(share, { minimumDecimals: 1, maximumDecimals: 1 })}</span>;
}

function walletsOf({ wallets }: CoinHolding): readonly WalletName[] {
  return walletNames.filter(wallet => wallets[wallet] !== undefined);
}
