import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { isPositive } from '#shared/decimal.ts';
import type { LoanRecord, MarginHolding } from '#shared/domain/account/margin.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { showCurrency } from '#state/blotter/currency-card.ts';
import { Button } from '#ui/form/button.tsx';
import { Panel } from '#ui/panel/panel.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import { useMarks } from '#ui/table/marks.ts';
import { ViewedTable } from '#ui/table/view/viewed-table.tsx';
import { holdingColumns, marginColumns } from './margin-columns.tsx';
import { dangerOf, type MarginRow, usedHoldings, valueCurrency } from './margin-rows.ts';
import './margin.css';
import { useMarginAccounts } from './use-margin-accounts.ts';
import { t } from '#shared/words/t.ts';

// it is not needed to see the accounts, so it loads on demand
const LoanSheet = lazy(async () => ({ default: (await import('./loan/loan-sheet.tsx')).LoanSheet }));

type LoanKind = LoanRecord['kind'];

/** The account as it was when it was asked for: the sheet stays when its row is removed. */
interface AskedLoan {
  readonly row: MarginRow;
  readonly kind: LoanKind;
}

const cents = { minimumDecimals: 2, maximumDecimals: 2 };

const rowKey = ({ symbol }: MarginRow) => symbol ?? 'cross';
const holdingKey = ({ currency }: MarginHolding) => currency;
const aboutHolding = ({ currency }: MarginHolding) => showCurrency(currency);

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
  const validationError = useActionError(profile, read);
  const accounts = read.data;
  const marks = useMarks(useMemo(() => accounts?.map(rowKey), [accounts]));
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedLoan | null>(null);
  const actions = useLoanButtons(validationError, setAsked);
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
        footer={t`Sorted by liq. distance · isolated pairs at last prices`}
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

function useLoanButtons(validationError: string | null, onAsk: LoanButtonProps['onAsk']) {
  return useCallback(
    (row: MarginRow) => (
      <span className="margin-actions">
        <LoanButton row={row} kind="borrow" validationError={validationError} onAsk={onAsk} />
        <LoanButton row={row} kind="repay" validationError={validationError ?? nothingOwed(row)} onAsk={onAsk} />
      </span>
    ),
    [validationError, onAsk],
  );
}

function nothingOwed({ holdings }: MarginRow): string | null {
  return holdings.some(({ liability }) => isPositive(liability)) ? null : t`Nothing is owed here`;
}

interface LoanButtonProps {
  readonly row: MarginRow;
  readonly kind: LoanKind;
  readonly validationError: string | null;
  readonly onAsk: (asked: AskedLoan) => void;
}

function LoanButton({ row, kind, validationError, onAsk }: LoanButtonProps) {
  const word = kind === 'borrow' ? t`Borrow` : t`Repay`;
  return (
    <Button
      size="small"
      disabledReason={validationError}
      label={t`${word} on ${nameOf(row)}`}
      onPress={() => onAsk({ row, kind })}
    >
      {word}
    </Button>
  );
}

/** All of it in one currency; of a pair by last prices, as the exchange does not report its value. */
function worthText({ assets, debts, isEstimate }: MarginRow): string {
  if (assets === null || debts === null) return t`value unknown: a price is missing`;
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
        onInfo={aboutHolding}
      />
    </section>
  );
}
