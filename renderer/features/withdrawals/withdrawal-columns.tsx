import { useClockOffsetMs } from '#bridge/reference/use-reference.ts';
import { shortenId } from '#lib/compact.ts';
import { formatDecimal } from '#lib/format.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatAge } from '#lib/age.ts';
import { formatUtc } from '#lib/time.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useNow } from '#ui/clock.ts';
import type { Column } from '#ui/table/column.ts';
import { decimalColumn, momentColumn, remarkColumn, textColumn } from '#ui/table/column-factories.tsx';
import { Chip, WithChips } from '#ui/value/chip.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { ageMs, isOverdue, isUnderWay, statusText } from './withdrawal-ageing.ts';
import type { WithdrawalRow } from './withdrawal-rows.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

const tones = { success: 'up', failure: 'danger' } as const;

function StatusCell({ row }: { readonly row: WithdrawalRow }) {
  if (row.status === 'unknown') return <Unknown reason={t`The exchange uses an undocumented status.`} />;
  return (
    <Chip tone={row.status === 'success' || row.status === 'failure' ? tones[row.status] : 'neutral'}>
      {statusText(row)}
    </Chip>
  );
}

/** For how long, with the word where that is too long. */
function AgeCell({ row, profileId }: { readonly row: WithdrawalRow; readonly profileId: string }) {
  const offsetMs = useClockOffsetMs(profileId);
  const limitMin = useUiStore(state => state.stuckAfterMin);
  // what has come to its end ages no more
  const nowMs = useNow(isUnderWay(row) ? 1000 : 3_600_000) + offsetMs;
  const age = ageMs(row, nowMs);
  if (age === null && isUnderWay(row)) return <Unknown />;
  if (age === null) return <Unknown reason={t`The exchange does not say when it ended.`} />;
  if (!isUnderWay(row)) return <span className="number">{t`took ${formatAge(age)}`}</span>;
  return (
    <WithChips>
      <span className="number">{t`for ${formatAge(age)}`}</span>
      {isOverdue(row, nowMs, limitMin) ? (
        <Chip
          tone="warning"
          title={t`It has been under way for longer than the limit that you set above`}
        >{t`overdue`}</Chip>
      ) : null}
    </WithChips>
  );
}

function AddressCell({ row }: { readonly row: WithdrawalRow }) {
  if (row.address === null) return <Unknown />;
  const memo = row.memo === null || row.memo === '' ? '' : t` memo ${row.memo}`;
  const seen = row.firstSeenAtMs === null ? '' : `\n${t`First seen ${formatUtc(row.firstSeenAtMs)}`}`;
  return (
    <WithChips>
      <span className="number selectable" title={`${visibleText(`${row.address}${memo}`)}${seen}`}>
        {visibleText(shortenId(row.address))}
      </span>
      {row.isFirst ? (
        <Chip tone="warning" title={t`The first payment to this address within what is known`}>{t`new`}</Chip>
      ) : null}
    </WithChips>
  );
}

function ChainCell({ row }: { readonly row: WithdrawalRow }) {
  if (row.isInner) return <span title={t`To another account of the same exchange`}>{t`internal`}</span>;
  if (row.terms === null && (row.chain === null || row.chain === '')) return <Unknown />;
  return (
    <WithChips>
      {visibleText(row.terms?.name ?? row.chain ?? '')}
      {row.terms?.isWithdrawEnabled === false ? (
        <Chip tone="danger" title={t`The exchange has closed withdrawals on this chain`}>{t`closed`}</Chip>
      ) : null}
    </WithChips>
  );
}

/** What the chain asks for today, beside what was paid. */
function TermsCell({ row }: { readonly row: WithdrawalRow }) {
  if (row.isInner) return <Unknown reason={t`Within the exchange there is no chain.`} />;
  if (row.terms === null) return <Unknown reason={t`The exchange does not say what this chain asks for.`} />;
  const { withdrawalMinimum, withdrawalMinimumFee } = row.terms;
  const say = (value: typeof withdrawalMinimum) => (value === null ? t`not said` : formatDecimal(value));
  return (
    <span className="number">
      {say(withdrawalMinimumFee)} / {say(withdrawalMinimum)}
    </span>
  );
}

/** What was sent, and how far it is. */
function progress(profileId: string): readonly Column<WithdrawalRow>[] {
  return [
    momentColumn({ key: 'time', title: t`Time`, hint: t`Time at which the withdrawal was requested` }),
    textColumn({
      key: 'currency',
      title: t`Currency`,
      hint: accountHints.currency,
      width: 72,
      read: row => row.currency,
    }),
    decimalColumn({
      key: 'amount',
      title: t`Amount`,
      hint: t`Amount without the fee`,
      width: 96,
      unit: row => row.currency,
      read: row => row.amount,
    }),
    textColumn({
      key: 'status',
      title: t`Status`,
      hint: accountHints.status,
      width: 92,
      read: row => statusText(row),
      render: row => <StatusCell row={row} />,
    }),
    {
      key: 'age',
      title: t`Age`,
      hint: t`For how long it has been under way, or how long it took`,
      width: 116,
      render: row => <AgeCell row={row} profileId={profileId} />,
      compare: (a, b) => newestFirst(b, a),
    },
  ];
}

/** Destination and fee. */
const place: readonly Column<WithdrawalRow>[] = [
  textColumn({
    key: 'address',
    title: t`Address`,
    hint: accountHints.receiver,
    width: 140,
    read: row => row.address ?? '',
    render: row => <AddressCell row={row} />,
  }),
  textColumn({
    key: 'chain',
    title: t`Chain`,
    hint: accountHints.chain,
    width: 92,
    priority: 3,
    read: row => row.terms?.name ?? row.chain ?? '',
    render: row => <ChainCell row={row} />,
  }),
  decimalColumn({
    key: 'fee',
    title: t`Fee`,
    hint: t`What was paid, in the currency`,
    width: 80,
    priority: 2,
    unit: row => row.currency,
    read: row => row.fee,
    format: () => ({ unknownReason: t`The older list of the exchange names no fee.` }),
  }),
  {
    key: 'terms',
    title: t`Fee / minimum`,
    hint: t`Minimum fee and minimum amount of the chain now`,
    width: 104,
    align: 'end',
    priority: 4,
    render: row => <TermsCell row={row} />,
  },
  {
    key: 'transaction',
    title: t`Transaction`,
    hint: t`Transaction id on the blockchain`,
    width: 112,
    priority: 5,
    value: { kind: 'text', read: row => row.walletTxId },
    render: ({ walletTxId }) =>
      walletTxId === null || walletTxId === '' ? (
        <Unknown reason={t`There is none yet, or it stays within the exchange.`} />
      ) : (
        <span className="number selectable" title={visibleText(walletTxId)}>
          {visibleText(shortenId(walletTxId))}
        </span>
      ),
  },
  remarkColumn(),
];

export function withdrawalColumns(profileId: string): readonly Column<WithdrawalRow>[] {
  return [...progress(profileId), ...place];
}
