import { useMemo } from 'react';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import type { Oversight } from '#shared/domain/account/oversight.ts';
import { visibleText } from '#shared/visible-text.ts';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { ownText } from '#lib/own/privacy.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { useMarks } from '#ui/table/marks.ts';
import { heightOfRows } from '#ui/table/place/height-of-rows.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { coinsWithGone, type OverseenLine, scopeOf } from '../model/overseen-lines.ts';
import type { CoinHolding } from '../model/overseen-rows.ts';
import { type Valuation, valueDecimals } from '../model/valuation.ts';
import { typeText } from '../table/account-words.ts';
import { AgeCell, Share, StatusCell, walletsNeverText, unknownReason, ValueCell } from '../table/overseen-cells.tsx';
import { coinColumns } from './detail-columns.tsx';
import { MovesSeen } from './moves-seen.tsx';
import { LinkedProfile } from './linked-profile.tsx';
import { OwnWords } from './own-words.tsx';
import { withWord } from './with-word.ts';
import { t } from '#shared/words/t.ts';

const coinKey = (holding: CoinHolding) => holding.coin;
const byValue = { key: 'value', direction: 'descending' } as const;

export interface AccountDetailProps {
  readonly line: OverseenLine;
  readonly valuation: Valuation;
  readonly changes: readonly NotedChange[];
  readonly oversight: Oversight;
  readonly onOversight: (part: Partial<Oversight>) => void;
}

/** Everything that is known of one sub-account. */
export function AccountDetail({ line, valuation, changes, oversight, onOversight }: AccountDetailProps) {
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
  const coins = useMemo(() => coinsWithGone(line), [line]);
  const marks = useMarks(useMemo(() => coins.map(coinKey), [coins]));
  return (
    <section className="overseer-detail" aria-label={t`Sub-account ${visibleText(line.name)}`}>
      <DetailHead line={line} currency={currency} />
      <Facts facts={[...whoFacts(line), ...worthFacts(line, currency)]} />
      <OwnWords line={line} oversight={oversight} onOversight={onOversight} />
      <LinkedProfile
        userId={line.userId}
        name={line.name}
        profileId={Object.hasOwn(links, line.userId) ? (links[line.userId] ?? null) : null}
        onLink={id => onOversight({ links: withWord(links, line.userId, id ?? '') })}
      />
      {line.figures === 'told' ? null : <p className="overseer-note overseer-warned">{unknownReason(line)}</p>}
      <div className="overseer-coins" style={heightOfRows(coins.length)}>
        {coins.length === 0 ? (
          <p className="overseer-note">
            {line.figures === 'told' ? t`Nothing is held in this account.` : t`No balances.`}
          </p>
        ) : (
          <ViewedTable
            tableId="sub-account-coins"
            label={t`Coins of ${visibleText(line.name)}`}
            columns={columns}
            rows={coins}
            rowKey={coinKey}
            idOf={coinKey}
            marks={marks}
            initialSorting={byValue}
          />
        )}
      </div>
      <MovesSeen
        changes={changes}
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
      <h3>{ownText(visibleText(line.name), 'figure')}</h3>
      {line.account === null ? null : <StatusCell line={line} />}
      <span className="overseer-detail-worth">
        <ValueCell line={line} decimals={valueDecimals(currency)} />
        {line.value === null ? null : ` ${currency}`}
      </span>
    </header>
  );
}

function whoFacts({ account }: OverseenLine): readonly Fact[] {
  if (account === null) return [{ label: t`Account`, value: t`not in the list of sub-accounts` }];
  return [
    { label: t`Remarks`, value: ownText(visibleText(account.remarks ?? '') || t`none`, 'figure') },
    {
      label: t`Account`,
      value: t`${account.type === null ? '—' : typeText(account.type)} · UID ${ownText(account.uid ?? '—', 'figure')}`,
    },
    { label: t`Opened`, value: account.createdAtMs === null ? '—' : <Moment epochMs={account.createdAtMs} /> },
  ];
}

const changeLabels = [
  { key: 'amount', label: t`Change` },
  { key: 'flow', label: t`Net flow` },
  { key: 'futures', label: t`Futures change` },
  { key: 'price', label: t`Price effect` },
] as const;

function worthFacts(line: OverseenLine, currency: string): readonly Fact[] {
  const decimals = valueDecimals(currency);
  const digits = { minimumDecimals: decimals, maximumDecimals: decimals, unit: currency };
  const reason = line.figures === 'told' ? t`It was not there at both moments.` : unknownReason(line);
  return [
    { label: t`Of the desk`, value: <Share value={line.share} line={line} /> },
    ...changeLabels.map(({ key, label }) => ({
      label,
      value: <SignedNumber value={line.change?.[key] ?? null} unknownReason={reason} {...digits} />,
    })),
    { label: t`On hold`, value: <NumberCell value={line.held} unknownReason={reason} {...digits} /> },
    { label: t`Wallets covered`, value: scopeOf(line) },
    { label: t`Balances age`, value: <AgeCell atMs={line.knownAtMs} neverText={t`never told`} /> },
    {
      label: t`Trade and margin age`,
      value: <AgeCell atMs={line.otherWalletsAsOfMs} neverText={walletsNeverText(line)} />,
    },
    { label: t`Status age`, value: <AgeCell atMs={line.statusAtMs} neverText={t`not read yet`} /> },
  ];
}
