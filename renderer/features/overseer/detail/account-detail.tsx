import { useMemo } from 'react';
import type { PastState } from '#bridge/history/use-past.ts';
import type { ListedChange } from '../model/changes/recorded-changes.ts';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import { ownName } from '#lib/own/own-name.ts';
import { visibleText } from '#shared/visible-text.ts';
import { showCurrency } from '#state/blotter/currency-card.ts';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { ownText } from '#lib/own/privacy.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useMarks } from '#ui/table/marks.ts';
import { heightOfRows } from '#ui/table/place/height-of-rows.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { coinsWithRemoved, type OverseenLine, scopeOf } from '../model/overseen-lines.ts';
import type { CoinHolding } from '../model/overseen-rows.ts';
import { type Valuation, valueDecimals } from '../model/valuation.ts';
import { typeText } from '../table/account-texts.ts';
import { AgeCell, Share, StatusCell, walletsNeverText, unknownReason, ValueCell } from '../table/overseen-cells.tsx';
import { coinTransfer } from '../table/transfer-menu.ts';
import { coinColumns } from './detail-columns.tsx';
import { MovesSeen } from './moves-seen.tsx';
import { LinkedProfile } from './linked-profile.tsx';
import { AccountLabels } from './account-labels.tsx';
import { setLabel } from './set-label.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

const coinKey = (holding: CoinHolding) => holding.coin;
const about = (holding: CoinHolding) => showCurrency(holding.coin);
const byValue = { key: 'value', direction: 'descending' } as const;

export interface AccountDetailProps {
  readonly line: OverseenLine;
  readonly valuation: Valuation;
  readonly changes: readonly ListedChange[];
  /** how far the change history is read */
  readonly past: PastState;
  readonly oversight: Oversight;
  readonly onOversight: (part: Partial<Oversight>) => void;
}

/** Everything that is known of one sub-account. */
export function AccountDetail({ line, valuation, changes, past, oversight, onOversight }: AccountDetailProps) {
  const { currency } = valuation;
  // names follow what is hidden
  usePrivacy();
  const decimals = valueDecimals(currency);
  const { value, amountsBefore } = line;
  const { links } = oversight;
  const columns = useMemo(
    () => coinColumns({ currency, decimals, value, amountsBefore }),
    [currency, decimals, value, amountsBefore],
  );
  const coins = useMemo(() => coinsWithRemoved(line), [line]);
  const marks = useMarks(useMemo(() => coins.map(coinKey), [coins]));
  return (
    <section className="overseer-detail" aria-label={t`Sub-account ${ownName(line.name)}`}>
      <DetailHead line={line} currency={currency} />
      <Facts facts={[...whoFacts(line), ...worthFacts(line, currency)]} />
      <AccountLabels line={line} oversight={oversight} onOversight={onOversight} />
      <LinkedProfile
        userId={line.userId}
        name={line.name}
        profileId={Object.hasOwn(links, line.userId) ? (links[line.userId] ?? null) : null}
        onLink={id => onOversight({ links: setLabel(links, line.userId, id ?? '') })}
      />
      {line.figures === 'listed' ? null : <p className="overseer-note overseer-warned">{unknownReason(line)}</p>}
      <div className="overseer-coins" style={heightOfRows(coins.length)}>
        {coins.length === 0 ? (
          <p className="overseer-note">{line.figures === 'listed' ? t`No assets.` : t`No balances.`}</p>
        ) : (
          <ViewedTable
            tableId="sub-account-coins"
            label={t`Coins of ${ownName(line.name)}`}
            columns={columns}
            rows={coins}
            rowKey={coinKey}
            idOf={coinKey}
            onInfo={about}
            menu={holding => [[coinTransfer(line.userId, holding)]]}
            marks={marks}
            initialSorting={byValue}
          />
        )}
      </div>
      <MovesSeen
        changes={changes}
        past={past}
        userId={line.userId}
        valuation={valuation}
        isLinked={Object.hasOwn(links, line.userId)}
      />
    </section>
  );
}

interface WorthProps {
  readonly line: OverseenLine;
  readonly currency: string;
}

function DetailHead({ line, currency }: WorthProps) {
  return (
    <header className="overseer-detail-head">
      <h3>{ownName(line.name)}</h3>
      {line.account === null ? null : <StatusCell line={line} />}
      <span className="overseer-detail-worth">
        <ValueCell line={line} decimals={valueDecimals(currency)} />
        {line.value === null ? null : ` ${currency}`}
      </span>
    </header>
  );
}

function whoFacts({ account }: OverseenLine): readonly Fact[] {
  if (account === null)
    return [
      {
        label: t`Account`,
        hint: t`Type and number of the account at the exchange`,
        value: t`not in the sub-account list`,
      },
    ];
  return [
    {
      label: t`Remarks`,
      hint: accountHints.remarks,
      value: ownText(visibleText(account.remarks ?? '') || t`none`, 'figure'),
    },
    {
      label: t`Account`,
      hint: t`Type and number of the account at the exchange`,
      value: t`${account.type === null ? '—' : typeText(account.type)} · UID ${ownText(account.uid ?? '—', 'figure')}`,
    },
    {
      label: t`Opened`,
      hint: t`Time at which the account was created at the exchange`,
      value: account.createdAtMs === null ? '—' : <Moment epochMs={account.createdAtMs} />,
    },
  ];
}

const changeLabels = [
  {
    key: 'amount',
    label: t`Net change`,
    hint: t`Value now minus value at the reference time: net flow, futures and prices`,
  },
  { key: 'flow', label: t`Net flow`, hint: accountHints.netFlow },
  { key: 'futures', label: t`Futures change`, hint: accountHints.futuresChange },
  { key: 'price', label: t`Price effect`, hint: accountHints.priceEffect },
] as const;

function worthFacts(line: OverseenLine, currency: string): readonly Fact[] {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals, unit: currency };
  const reason = line.figures === 'listed' ? t`The account did not exist at both times.` : unknownReason(line);
  return [
    { label: t`% of total`, hint: accountHints.share, value: <Share value={line.share} line={line} /> },
    ...changeLabels.map(({ key, label, hint }) => ({
      label,
      hint,
      value: <SignedNumber value={line.change?.[key] ?? null} unknownReason={reason} {...digits} />,
    })),
    {
      label: t`On hold`,
      hint: accountHints.onHold,
      value: <NumberCell value={line.held} unknownReason={reason} {...digits} />,
    },
    { label: t`Wallets covered`, hint: accountHints.walletsCovered, value: scopeOf(line) },
    {
      label: t`Balances age`,
      hint: accountHints.balancesAge,
      value: <AgeCell atMs={line.knownAtMs} neverText={t`never reported`} />,
    },
    {
      label: t`Trade and margin age`,
      hint: accountHints.walletsAge,
      value: <AgeCell atMs={line.otherWalletsAsOfMs} neverText={walletsNeverText(line)} />,
    },
    {
      label: t`Status age`,
      hint: accountHints.statusAge,
      value: <AgeCell atMs={line.statusAtMs} neverText={t`not loaded yet`} />,
    },
  ];
}
