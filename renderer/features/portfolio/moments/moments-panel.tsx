import { useMemo, useState } from 'react';
import type { ComparedHolding, MomentsComparison } from '#shared/domain/portfolio/portfolio.ts';
import { rich } from '#lib/rich.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { ErrorState } from '#ui/panel/panel-failure.tsx';
import { EmptyState, Skeleton } from '#ui/panel/panel-states.tsx';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { SignedNumber } from '#ui/value/number-cell.tsx';
import { portfolioRowColumns, portfolioRowKey, portfolioRowTitle } from '../changes/row-columns.tsx';
import { type AccountNames, moneyFormat, ownerTitle, snapshotPartTitle } from '../model/portfolio-texts.ts';
import { useAccountNames } from '../model/use-account-names.ts';
import { holdingColumns, holdingKey } from './holding-columns.tsx';
import { effectTotals, type ComparedMoments } from './moments.ts';
import { MomentsForm } from './moments-form.tsx';
import { t } from '#shared/words/t.ts';
import './moments.css';

const dayMs = 86_400_000;
const minuteMs = 60_000;

interface MomentsPanelProps {
  readonly profileId: string;
  readonly currency: string;
}

/** The accounts at two moments, by coin: before, after, and how much the price and the amount changed the value. */
export function MomentsPanel({ profileId, currency }: MomentsPanelProps) {
  const [moments, setMoments] = useState<ComparedMoments>(() => ({
    firstMs: Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs,
    secondMs: null,
  }));
  const names = useAccountNames(profileId);
  const { data: overseen } = useRead('overseen.read', { profileId });
  const read = useRead('portfolio.compare', { profileId, ...moments, currency });
  // the form stays in place while an answer is loading or has failed
  const shown = { ...read, data: read.data ?? null, error: read.data === undefined ? null : read.error };
  return (
    <Panel title={t`Compare moments`} read={shown}>
      {comparison => (
        <div className="moments">
          <MomentsForm startMs={overseen?.first?.atMs ?? null} onCompare={setMoments} />
          {comparison !== null ? (
            <Compared comparison={comparison} names={names} onFirst={firstMs => setMoments({ ...moments, firstMs })} />
          ) : read.error === null ? (
            <Skeleton rows={8} />
          ) : (
            <Failed read={read} error={read.error} />
          )}
        </div>
      )}
    </Panel>
  );
}

function Failed(props: Parameters<typeof ErrorState>[0]) {
  if (props.error.kind !== 'not-found') return <ErrorState {...props} />;
  return (
    <EmptyState reason={t`The archive has no balances of these accounts yet. It takes a snapshot every 15 minutes.`} />
  );
}

/** The largest value first; an unknown one is last. */
const byValueAfter = { key: 'valueAfter', direction: 'descending' } as const;

interface ComparedProps {
  readonly comparison: MomentsComparison;
  readonly names: AccountNames;
  readonly onFirst: (firstMs: number) => void;
}

function Compared({ comparison, names, onFirst }: ComparedProps) {
  const { holdings, currency } = comparison;
  const [openedKey, setOpenedKey] = useState<string | null>(null);
  const columns = useMemo(() => holdingColumns(currency, names), [currency, names]);
  const marks = useMarks(useMemo(() => holdings.map(holdingKey), [holdings]));
  const opened = holdings.find(each => holdingKey(each) === openedKey);
  return (
    <>
      <Summary comparison={comparison} />
      <Missing comparison={comparison} names={names} onFirst={onFirst} />
      {holdings.length === 0 ? (
        <EmptyState reason={t`No account held anything at these times.`} />
      ) : (
        <div className="moments-table">
          <ViewedTable
            tableId="portfolio-moments"
            label={t`Accounts by coin at two moments`}
            columns={columns}
            rows={holdings}
            rowKey={holdingKey}
            idOf={({ owner, coin }) => `${ownerTitle(owner, names)} ${visibleText(coin)}`}
            marks={marks}
            initialSorting={byValueAfter}
            onOpen={holding => setOpenedKey(holdingKey(holding) === openedKey ? null : holdingKey(holding))}
          />
        </div>
      )}
      {opened === undefined ? null : (
        <HoldingRows holding={opened} currency={currency} names={names} onClose={() => setOpenedKey(null)} />
      )}
    </>
  );
}

function Summary({ comparison }: { readonly comparison: MomentsComparison }) {
  const { firstMs, secondMs, holdings, currency } = comparison;
  const { price, amount, unknown } = useMemo(() => effectTotals(holdings), [holdings]);
  const money = { ...moneyFormat(currency), unit: currency };
  return (
    <p className="moments-summary">
      {rich`Balances of ${<Moment epochMs={firstMs} />} and ${<Moment epochMs={secondMs} />}`}
      {' · '}
      {rich`price effect ${<SignedNumber value={price} {...money} />}`}
      {' · '}
      {rich`amount effect ${<SignedNumber value={amount} {...money} />}`}
      {unknown === 0 ? null : ` · ${t`${unknown} holdings with unknown effects`}`}
      {holdings.length === 0 ? null : <span className="moments-hint">{t`Enter on a row shows what explains it.`}</span>}
    </p>
  );
}

const mostMissing = 3;

/** Accounts without a balance, and the nearest time that has one. */
function Missing({ comparison: { missing, leftOut }, names, onFirst }: ComparedProps) {
  if (missing.length === 0 && leftOut.length === 0) return null;
  const wallets = leftOut.map(part => snapshotPartTitle(part, names)).join(', ');
  return (
    <ul className="moments-missing">
      {wallets === '' ? null : <li>{t`Left out, because unknown at one of the moments: ${wallets}`}</li>}
      {missing.slice(0, mostMissing).map(({ owner, moment, nearestMs }) => (
        <li key={`${owner} ${moment}`}>
          {moment === 'first'
            ? t`${ownerTitle(owner, names)}: no balance at the first moment`
            : t`${ownerTitle(owner, names)}: no balance at the second moment`}
          {nearestMs === null ? null : (
            <>
              {', '}
              {rich`nearest ${<Moment epochMs={nearestMs} />}`}{' '}
              {moment === 'first' ? <Button size="small" onPress={() => onFirst(nearestMs)}>{t`Use it`}</Button> : null}
            </>
          )}
        </li>
      ))}
      {missing.length > mostMissing ? <li>{t`${missing.length - mostMissing} more`}</li> : null}
    </ul>
  );
}

interface HoldingRowsProps {
  readonly holding: ComparedHolding;
  readonly currency: string;
  readonly names: AccountNames;
  readonly onClose: () => void;
}

function HoldingRows({ holding, currency, names, onClose }: HoldingRowsProps) {
  const { owner, coin, rows, explained } = holding;
  const columns = useMemo(() => portfolioRowColumns(currency, names), [currency, names]);
  const marks = useMarks(useMemo(() => rows.map(portfolioRowKey), [rows]));
  const title = t`What explains ${ownerTitle(owner, names)} ${visibleText(coin)}`;
  return (
    <section className="moments-rows" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button size="small" variant="quiet" label={t`Close`} onPress={onClose}>
          ✕
        </Button>
      </header>
      {rows.length === 0 ? (
        <p className="moments-none">
          {explained === null
            ? t`The lists of this account cannot be read with this key.`
            : t`No row between these times concerns this coin.`}
        </p>
      ) : (
        <ViewedTable
          tableId="portfolio-moment-rows"
          label={title}
          columns={columns}
          rows={rows}
          rowKey={portfolioRowKey}
          idOf={portfolioRowTitle}
          marks={marks}
        />
      )}
    </section>
  );
}
