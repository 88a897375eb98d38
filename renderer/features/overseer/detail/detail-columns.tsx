import { ownText } from '#lib/own/privacy.ts';
import { compare, type Decimal } from '#shared/decimal.ts';
import { formatPercent } from '#lib/format.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, textColumn } from '#ui/table/column-factories.tsx';
import { type CoinHolding, shareOf, type WalletName, walletNames } from '../model/overseen-rows.ts';
import { NumberCell, Unknown } from '#ui/value/number-cell.tsx';
import { t } from '#shared/words/t.ts';

interface CoinColumnsOptions {
  readonly currency: string;
  readonly decimals: number;
  /** of the account */
  readonly value: Decimal | null;
}

/** The coins of one account over all its wallets. */
export function coinColumns({ currency, decimals, value }: CoinColumnsOptions): readonly Column<CoinHolding>[] {
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals };
  return [
    textColumn({ key: 'coin', title: t`Coin`, width: 56, read: holding => holding.coin }),
    amountColumn('total', { title: t`Amount`, width: 84 }),
    decimalColumn({
      key: 'value',
      title: t`Value, ${currency}`,
      width: 96,
      read: holding => holding.value,
      format: () => ({ ...digits, unknownReason: t`The exchange states no price of this coin.` }),
    }),
    decimalColumn({
      key: 'share',
      own: 'figure',
      title: t`Share`,
      width: 56,
      priority: 3,
      read: holding => shareOf(holding.value, value),
      render: holding => <ShareText share={shareOf(holding.value, value)} />,
    }),
    amountColumn('held', { title: t`Held`, width: 72, priority: 2 }),
    {
      key: 'wallets',
      title: t`Wallets`,
      width: 104,
      priority: 4,
      render: holding => visibleText(walletsOf(holding).join(' + ')),
    },
  ];
}

/** Amounts in full up to a thousand; of larger ones the cents, and all digits on hover. */
function amountColumn(
  key: 'total' | 'held',
  head: Pick<Column<CoinHolding>, 'title' | 'width' | 'priority'>,
): Column<CoinHolding> {
  const format = (holding: CoinHolding) => ({ maximumDecimals: compare(holding[key], '1000') >= 0 ? 2 : 8 });
  return decimalColumn({
    ...head,
    key,
    read: holding => holding[key],
    format,
    render: holding => (
      <span title={ownText(holding[key])}>
        <NumberCell value={holding[key]} {...format(holding)} />
      </span>
    ),
  });
}

function ShareText({ share }: { readonly share: Decimal | null }) {
  if (share === null) return <Unknown reason={t`It has no value to be a share of.`} />;
  return <span className="number">{formatPercent(share, { minimumDecimals: 1, maximumDecimals: 1 })}</span>;
}

function walletsOf({ wallets }: CoinHolding): readonly WalletName[] {
  return walletNames.filter(wallet => wallets[wallet] !== undefined);
}
