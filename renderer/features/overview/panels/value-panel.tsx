import type { Decimal } from '#shared/decimal.ts';
import { Select } from '#ui/form/input.tsx';
import { AgeChip } from '#ui/panel/age-chip.tsx';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { NumberCell } from '#ui/value/number-cell.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { formatOwn } from '#lib/own/own-figures.ts';
import { moneyDecimals } from '#lib/money/value-currency.ts';
import { rich } from '#lib/rich.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { TotalNav } from '../model/total-nav.ts';
import type { AccountValue } from '../model/worth.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

/** What an account is worth, and how what it is reckoned from has come. */
export interface ReadWorth extends AccountValue {
  readonly read: PanelRead<unknown>;
}

interface ValuePanelProps {
  readonly total: TotalNav;
  readonly own: ReadWorth;
  readonly subs: ReadWorth;
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly onCurrency: (currency: string) => void;
}

/** What there is, in one currency, and in words what that counts and what it does not. */
export function ValuePanel({ total, own, subs, currency, currencies, onCurrency }: ValuePanelProps) {
  const known = currencies.includes(currency) ? currencies : [currency, ...currencies];
  const parts = [
    { title: t`Master account`, hint: accountHints.value, worth: own },
    {
      title: t`Sub-accounts`,
      hint: t`Value of the wallets of all sub-accounts at the last market prices`,
      worth: subs,
    },
  ];
  return (
    <PanelFrame
      title={t`Value`}
      toolbar={
        <Select
          label={t`Value in`}
          value={currency}
          options={known.map(each => ({ value: each, label: each }))}
          onChange={onCurrency}
        />
      }
    >
      <dl className="overview-worths">
        <WorthOf
          title={t`Total NAV`}
          hint={t`Value of the master account and all sub-accounts at one time`}
          value={total.value}
          currency={currency}
        >
          <TotalScope total={total} leftOut={own.leftOut.length} />
        </WorthOf>
        {parts.map(({ title, hint, worth }) => (
          <WorthOf key={title} title={title} hint={hint} read={worth.read} value={worth.value} currency={currency}>
            {worth.scope}
            <LeftOut worth={worth} />
          </WorthOf>
        ))}
      </dl>
    </PanelFrame>
  );
}

function TotalScope({ total, leftOut }: { readonly total: TotalNav; readonly leftOut: number }) {
  const { asOfMs, transit } = total;
  const amounts = transit
    .map(({ currency, amount }) => `${formatOwn(amount, { isSigned: true })} ${visibleText(currency)}`)
    .join(', ');
  return (
    <>
      {asOfMs === null
        ? t`Available after the next update of the sub-accounts, as of one time.`
        : rich`master account and sub-accounts, both as of ${<Moment epochMs={asOfMs} />}; the parts below move on`}
      {leftOut === 0 ? null : ` · ${t`without ${leftOut} that are not included`}`}
      {transit.length === 0
        ? null
        : ` · ${t`transfers in transit: ${amounts} to sub-accounts, may be missing or counted twice`}`}
    </>
  );
}

interface WorthOfProps {
  readonly title: string;
  /** what the value counts */
  readonly hint: string;
  /** absent: it is as old as its parts, which show their age */
  readonly read?: PanelRead<unknown>;
  readonly value: Decimal | null;
  readonly currency: string;
  readonly children: React.ReactNode;
}

function WorthOf({ title, hint, read, value, currency, children }: WorthOfProps) {
  const decimals = moneyDecimals(currency);
  return (
    <div className="overview-worth">
      <dt title={hint}>
        {title} {read === undefined ? null : <AgeChip {...read} asOfMs={read.updatedAtMs} />}
      </dt>
      <dd>
        <b className="overview-figure">
          <NumberCell
            value={value}
            unit={currency}
            minimumDecimals={decimals}
            maximumDecimals={decimals}
            unknownReason={t`A part is unknown; see below.`}
          />
        </b>
        <span className="overview-quiet">{children}</span>
      </dd>
    </div>
  );
}

function LeftOut({ worth: { leftOut } }: { readonly worth: AccountValue }) {
  if (leftOut.length === 0) return null;
  return (
    <details className="overview-left-out">
      <summary>{t`${leftOut.length} not included`}</summary>
      <ul>
        {leftOut.map(({ what, reason }) => (
          <li key={`${what} ${reason}`}>
            <b>{what}</b> {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
