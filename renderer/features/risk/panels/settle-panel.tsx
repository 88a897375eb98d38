import { type Decimal, negate } from '#shared/decimal.ts';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import type { SettleTotal, SettleTotals } from '../model/settle-totals.ts';
import { LeftOutList } from './left-out-list.tsx';
import { RiskFrame } from './risk-frame.tsx';
import { moneyDigits } from './row-columns.tsx';
import { t } from '#shared/words/t.ts';

const noWallet = t`The futures wallet is not known.`;
const noFunding = t`The rate of no position has arrived.`;

const paid = (funding: Decimal | null) => (funding === null ? null : negate(funding));

/** What each futures wallet carries: one line a figure, one column a currency. */
export function SettlePanel({ settle: { totals, leftOut } }: { readonly settle: SettleTotals }) {
  const lines: readonly (readonly [string, string, (total: SettleTotal) => React.ReactNode])[] = [
    [t`Notional`, t`All positions at mark, without sign`, plain(({ notional }) => notional)],
    [t`Position margin`, t`Of all positions, as the exchange states it`, plain(({ positionMargin }) => positionMargin)],
    [t`Order margin`, t`Held by open orders`, plain(({ orderMargin }) => orderMargin)],
    [t`On hold`, t`Frozen funds, such as transfers under way`, plain(({ frozen }) => frozen)],
    [t`Available`, t`What may be added or removed`, plain(({ available }) => available)],
    [
      t`Unrealised PnL`,
      t`Of open positions, at the last update of the wallet`,
      gain(({ unrealisedPnl }) => unrealisedPnl),
    ],
    [t`Equity`, t`Sum of the five lines above`, plain(({ equity }) => equity)],
    [t`Funding next`, t`At the rates of now; below zero is paid`, signed(({ fundingNext }) => paid(fundingNext))],
    [t`Funding today`, t`Until midnight UTC, at the rates of now`, signed(({ fundingToday }) => paid(fundingToday))],
  ];
  return (
    <RiskFrame title={t`Futures wallets`} footer={<LeftOutList leftOut={leftOut} />}>
      {totals.length === 0 ? (
        <p className="risk-nothing">{t`No futures position is open.`}</p>
      ) : (
        <table className="risk-table" aria-label={t`Futures wallets by settlement currency`}>
          <thead>
            <tr>
              <td />
              {totals.map(({ currency }) => (
                <th key={currency} scope="col">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([title, hint, cell]) => (
              <tr key={title}>
                <th scope="row" title={hint}>
                  {title}
                </th>
                {totals.map(total => (
                  <td key={total.currency}>{cell(total)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </RiskFrame>
  );
}

type Read = (total: SettleTotal) => SettleTotal['available'];

function plain(read: Read) {
  return (total: SettleTotal) => (
    <NumberCell value={read(total)} unknownReason={noWallet} {...moneyDigits(total.currency)} />
  );
}

function gain(read: Read) {
  return (total: SettleTotal) => (
    <SignedNumber value={read(total)} unknownReason={noWallet} {...moneyDigits(total.currency)} />
  );
}

function signed(read: Read) {
  return (total: SettleTotal) => (
    <SignedNumber value={read(total)} unknownReason={noFunding} {...moneyDigits(total.currency)} />
  );
}
