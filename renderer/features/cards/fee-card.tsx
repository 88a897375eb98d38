import { useMemo } from 'react';
import type { FeeRate } from '#shared/domain/account/account.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueLists, useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useRead } from '#bridge/use-read.ts';
import { formatPercent } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import { partialText } from '#ui/panel/missing-text.ts';
import { type Fact, Facts } from '#ui/value/facts.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { Unknown } from '#ui/value/number-cell.tsx';
import { CardPart, CardSheet } from './card-sheet.tsx';
import { type Deviation, type FeesPaid, feesPaid } from './fees-paid.ts';
import { contractHints } from '#lib/hints/contract-hints.ts';
import { accountHints } from '#lib/hints/account-hints.ts';
import { t } from '#shared/words/t.ts';

interface FeeCardProps {
  readonly profileId: string;
  readonly market: Market;
}

const format = { minimumDecimals: 3, maximumDecimals: 6 };

function rateFacts({ makerFeeRate, takerFeeRate }: FeeRate): readonly Fact[] {
  return [
    { label: t`Maker`, hint: contractHints.makerFee, value: formatPercent(makerFeeRate, format) },
    { label: t`Taker`, hint: contractHints.takerFee, value: formatPercent(takerFeeRate, format) },
  ];
}

/** The fees of one market: what the exchange names, and what the fills of the last day really paid. */
export function FeeCard({ profileId, market }: FeeCardProps) {
  const { venue, symbol } = market;
  const rates = useRead('accounts.marketFee', { profileId, venue, symbol });
  const base = useRead('accounts.baseFee', { profileId }, { isEnabled: venue === 'spot' });
  return (
    <CardSheet title={t`Fees · ${symbol}`} read={rates}>
      {named => (
        <>
          <CardPart title={t`Named for ${symbol}`}>
            <Facts facts={rateFacts(named)} />
          </CardPart>
          {venue === 'futures' || base.data === undefined ? null : (
            <CardPart title={t`Base fee of the account`}>
              <Facts facts={rateFacts(base.data)} />
            </CardPart>
          )}
          <Paid profileId={profileId} market={market} rates={named} />
        </>
      )}
    </CardSheet>
  );
}

interface PaidProps extends FeeCardProps {
  readonly rates: FeeRate;
}

function Paid({ profileId, market, rates }: PaidProps) {
  const lists = useVenueLists(profileId, 'fills', { market }).map(({ reading }) => reading);
  const reading = mergeReads(lists, newestFirst);
  const fills = useVenueRows(profileId, 'fills', { market });
  const paid = useMemo(() => (fills === undefined ? null : feesPaid(fills, rates)), [fills, rates]);
  const missing = missingOf(reading.completeness);
  return (
    <CardPart title={t`Paid in the last 24 hours`}>
      {reading.error === null ? null : <p className="card-note">{reading.error.message}</p>}
      {missing.length === 0 ? null : <p className="card-note">{t`Fills: ${partialText(missing)}.`}</p>}
      {paid === null ? (
        <Unknown reason={t`The fills have not arrived.`} />
      ) : (
        <PaidFacts paid={paid} fills={fills ?? []} />
      )}
    </CardPart>
  );
}

interface PaidFactsProps {
  readonly paid: FeesPaid;
  readonly fills: readonly Fill[];
}

function PaidFacts({ paid, fills }: PaidFactsProps) {
  const [first] = fills;
  if (first === undefined) return <p className="card-note">{t`No fills in this market.`}</p>;
  const unit = first.settleCurrency ?? first.symbol.split('-')[1] ?? '';
  return (
    <>
      <Facts facts={paidFacts(paid, unit)} />
      <Deviations deviations={paid.deviations} />
    </>
  );
}

function paidFacts({ maker, taker, forced, unknown, ...paid }: FeesPaid, unit: string): readonly Fact[] {
  const share = ({ count, funds }: typeof maker) => `${count} · ${formatOwn(funds, { maximumDecimals: 2 })} ${unit}`;
  const fees = [...paid.fees].map(([currency, fee]) => `${formatOwn(fee, { maximumDecimals: 8 })} ${currency}`);
  return [
    { label: t`Fees`, hint: t`Sum of the fees of the fills, by currency`, value: fees.join(' + ') },
    {
      label: t`Maker share`,
      hint: t`Value of the maker fills / value of all fills`,
      value: paid.makerShare === null ? <Unknown /> : formatPercent(paid.makerShare, { maximumDecimals: 1 }),
    },
    { label: t`As maker`, hint: t`Fills that rested in the book: number and value`, value: share(maker) },
    { label: t`As taker`, hint: t`Fills that executed at once: number and value`, value: share(taker) },
    {
      label: t`Forced takers`,
      hint: t`Fills that the exchange executed as taker by force: number and value`,
      value: share(forced),
    },
    {
      label: t`Cost of being forced`,
      hint: t`Taker fees of the forced fills minus the maker fee`,
      value: `${formatOwn(paid.forcedCost, { maximumDecimals: 8 })} ${unit}`,
    },
    ...(unknown.count === 0
      ? []
      : [
          {
            label: t`Unknown liquidity`,
            hint: t`Fills that the exchange reports as neither maker nor taker`,
            value: share(unknown),
          },
        ]),
  ];
}

/** More of them say no more than these. */
const mostShown = 8;

function Deviations({ deviations }: { readonly deviations: readonly Deviation[] }) {
  if (deviations.length === 0) return <p className="card-note">{t`Every fill paid the named rate.`}</p>;
  const more = deviations.length - mostShown;
  return (
    <>
      <p className="card-note">
        {t`${deviations.length} ${deviations.length === 1 ? t`fill` : t`fills`} paid another rate than the named one:`}
      </p>
      <table className="card-table" aria-label={t`Deviations from the named rate`}>
        <thead>
          <tr>
            <th title={accountHints.time}>{t`Time`}</th>
            <th title={t`Maker or taker, as the exchange reports it`}>{t`As`}</th>
            <th title={t`Fee / value of the fill`}>{t`Paid`}</th>
            <th title={t`Fee rate that the exchange reports for the market`}>{t`Named`}</th>
          </tr>
        </thead>
        <tbody>
          {deviations.slice(0, mostShown).map(({ fill, paid, named }) => (
            <tr key={`${fill.orderId} ${fill.tradeId}`}>
              <td>
                <Moment epochMs={fill.createdAtMs} />
              </td>
              <td>{fill.liquidity}</td>
              <td className="number">{formatPercent(paid, format)}</td>
              <td className="number">{formatPercent(named, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="card-note">{t`and ${more} more`}</p> : null}
    </>
  );
}
