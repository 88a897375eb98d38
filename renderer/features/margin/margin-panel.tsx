import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { isPositive } from '#shared/decimal.ts';
import type { LoanRecord, MarginHolding } from '#shared/domain/account/margin.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActObjection } from '#ui/panel/use-freshness.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { holdingColumns, marginColumns } from './margin-columns.tsx';
import { dangerOf, type MarginRow, usedHoldings, valueCurrency } from './margin-rows.ts';
import './margin.css';
import { useMarginAccounts } from './use-margin-accounts.ts';
import { t } from '#shared/words/t.ts';

// nobody needs it to see the accounts, so it comes when it is asked for
const LoanSheet = lazy(async () => ({ default: (await import('./loan/loan-sheet.tsx')).LoanSheet }));

type LoanKind = LoanRecord['kind'];

/** The account as it was when it was asked for: the sheet stays when its row goes. */
interface AskedLoan {
  readonly row: MarginRow;
  readonly kind: LoanKind;
}

const cents = { minimumDecimals: 2, maximumDecimals: 2 };

const rowKey = ({ symbol }: MarginRow) => symbol ?? 'cross';
const holdingKey = ({ currency }: MarginHolding) => currency;

function toneOf(row: MarginRow): 'danger' | 'warning' | null {
  const danger = dangerOf(row);
  return danger === 'warning' || danger === 'danger' ? danger : null;
}

function nameOf({ symbol }: MarginRow): string {
  return symbol === null ? t`cross margin` : t`isolated margin ${symbol}`;
}

/** Spot on borrowed money: the cross account and each isolated pair with money or debt, the most endangered first. */
export function MarginPanel({ profile }: { readonly profile: Profile }) {
  const { read, priceOf } = useMarginAccounts(profile.id);
  const objection = useActObjection(profile, read);
  const accounts = read.data;
  const marks = useMarks(useMemo(() => accounts?.map(rowKey), [accounts]));
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedLoan | null>(null);
  const actions = useLoanButtons(objection, setAsked);
  return (
    <>
      <Panel
        title={t`Margin`}
        read={read}
        empty={rows =>
          rows.some(row => usedHoldings(row).length > 0)
            ? null
            : { reason: t`Nothing is held and nothing owed on cross or isolated margin.` }
        }
        footer={t`Nearest to liquidation first · worth of isolated pairs by last prices`}
      >
        {rows => {
          const chosen = rows.find(row => rowKey(row) === chosenKey) ?? rows[0];
          return (
            <div className="margin-split">
              <ViewedTable
                tableId="margin-accounts"
                label={t`Margin accounts`}
                columns={marginColumns}
                rows={rows}
                rowKey={rowKey}
                idOf={rowKey}
                marks={marks}
                actions={actions}
                actionsWidth={120}
                onOpen={row => setChosenKey(rowKey(row))}
                tone={row => toneOf(row) ?? (row === chosen ? 'own' : null)}
              />
              {chosen === undefined ? null : <Holdings row={chosen} />}
            </div>
          );
        }}
      </Panel>
      {asked === null ? null : (
        <Suspense fallback={null}>
          <LoanSheet
            profile={profile}
            row={accounts?.find(row => rowKey(row) === rowKey(asked.row)) ?? asked.row}
            kind={asked.kind}
            priceOf={priceOf}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function useLoanButtons(objection: string | null, onAsk: LoanButtonProps['onAsk']) {
  return useCallback(
    (row: MarginRow) => (
      <span className="margin-acts">
        <LoanButton row={row} kind="borrow" objection={objection} onAsk={onAsk} />
        <LoanButton row={row} kind="repay" objection={objection ?? nothingOwed(row)} onAsk={onAsk} />
      </span>
    ),
    [objection, onAsk],
  );
}

function nothingOwed({ holdings }: MarginRow): string | null {
  return holdings.some(({ liability }) => isPositive(liability)) ? null : t`Nothing is owed here`;
}

interface LoanButtonProps {
  readonly row: MarginRow;
  readonly kind: LoanKind;
  readonly objection: string | null;
  readonly onAsk: (asked: AskedLoan) => void;
}

function LoanButton({ row, kind, objection, onAsk }: LoanButtonProps) {
  const word = kind === 'borrow' ? t`Borrow` : t`Repay`;
  return (
    <Button
      size="small"
      disabledReason={objection}
      label={t`${word} on ${nameOf(row)}`}
      onPress={() => onAsk({ row, kind })}
    >
      {word}
    </Button>
  );
}

/** All of it in one currency; of a pair by last prices, as the exchange does not tell its worth. */
function worthText({ assets, debts, isEstimate }: MarginRow): string {
  if (assets === null || debts === null) return t`worth not known: a price has not arrived`;
  const [held, owed] = [assets, debts].map(worth => `${isEstimate ? '≈ ' : ''}${formatOwn(worth, cents)}`);
  return t`assets ${held ?? ''} · debts ${owed ?? ''} ${valueCurrency}`;
}

function Holdings({ row }: { readonly row: MarginRow }) {
  const marks = useMarks(useMemo(() => usedHoldings(row).map(holdingKey), [row]));
  return (
    <section className="margin-holdings" aria-label={t`Currencies of ${nameOf(row)}`}>
      <h3 className="margin-holdings-title">
        {row.title} <span className="margin-worth">{worthText(row)}</span>
      </h3>
      <ViewedTable
        tableId="margin-currencies"
        label={t`Currencies of ${nameOf(row)}`}
        columns={holdingColumns}
        rows={usedHoldings(row)}
        rowKey={holdingKey}
        marks={marks}
        idOf={holdingKey}
      />
    </section>
  );
}
