import { type Decimal, negate } from '#shared/decimal.ts';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import type { SettleTotal, SettleTotals } from '../model/settle-totals.ts';
import { LeftOutList } from './left-out-list.tsx';
import { RiskFrame } from './risk-frame.tsx';
import { moneyDigits } from './row-columns.tsx';
import { t } from '#shared/words/t.ts';

const noWallet = t`The futures wallet is unknown.`;
const noFunding = t`Funding rates are not loaded yet.`;

const paid = (funding: Decimal | null) => (funding === null ? null : negate(funding));

/** What each futures wallet carries: one line a figure, one column a currency. */
export function SettlePanel({ settle: { totals, leftOut } }: { readonly settle: SettleTotals }) {
  const lines: readonly (readonly [string, string, (total: SettleTotal) => React.ReactNode])[] = [
    [t`Notional`, t`All positions at mark, without sign`, plain(({ notional }) => notional)],
    [t`Position margin`, t`All positions, from the exchange`, plain(({ positionMargin }) => positionMargin)],
    [t`Order margin`, t`Held by open orders`, plain(({ orderMargin }) => orderMargin)],
    [t`On hold`, t`Frozen funds, for example pending transfers`, plain(({ frozen }) => frozen)],
    [t`Available`, t`Available to add or remove`, plain(({ available }) => available)],
    [
      t`Unrealised PnL`,
      t`Of open positions, at the last update of the wallet`,
      gain(({ unrealisedPnl }) => unrealisedPnl),
    ],
    [t`Equity`, t`Sum of the five lines above`, plain(({ equity }) => equity)],
    [t`Funding next`, t`At current rates; negative = paid`, signed(({ fundingNext }) => paid(fundingNext))],
    [t`Funding today`, t`Until midnight UTC, at current rates`, signed(({ fundingToday }) => paid(fundingToday))],
  ];
  return (
    <RiskFrame title={t`Futures wallets`} footer={<LeftOutList leftOut={leftOut} />}>
      {totals.length === 0 ? (
        <p className="risk-nothing">{t`No open futures positions.`}</p>
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
