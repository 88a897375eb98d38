import { type Decimal, scaleOf, subtract } from '#shared/decimal.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal } from '#lib/format.ts';
import { reviewedExpiryText } from '#lib/moments/reviewed-end.ts';
import { useAtTick } from '#ui/clock.ts';
import { Facts, type Fact } from '#ui/value/facts.tsx';
import { policySummary } from '#lib/orders/policy-summary.ts';
import type { TicketSummary } from '../checks/summary.ts';
import { stopLineOf } from '../facts/stop-line.ts';
import { hasPlacedExits } from '../model/exits.ts';
import type { TicketFigures } from '../model/figures.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { marginText, moneyText, otherForm, priceText, referenceName, requestText } from '../model/order-texts.ts';
import { accountText } from '#lib/accounts/account-text.ts';
import { positionSideOf } from '#shared/rules/position-side.ts';
import type { Review } from '../use-ticket.ts';
import { isCrossOrder } from '../outlook/outlook.ts';
import { ticketFacts } from './figures.tsx';
import { ReviewedWarnings } from './validation-messages.tsx';
import { orderHints } from '#lib/hints/order-hints.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface ReviewPartProps {
  readonly profile: Profile;
  readonly mode: string;
  readonly review: Review;
  /** the same ticket in the market of now */
  readonly now: TicketSummary | null;
}

/** The order in another form than it was typed, with what it does, as it was when it was reviewed. */
export function ReviewPart({ profile, mode, review, now }: ReviewPartProps) {
  const { summary, facts, end } = review;
  const ends = useAtTick(nowMs => reviewedExpiryText(end, nowMs));
  const { request, figures } = summary;
  if (request === null) return null;
  const form = otherForm(figures, facts.terms, figures.funds === null ? 'size' : 'funds');
  const stopLine = stopLineOf(request, facts);
  return (
    <section className="ticket-review" aria-label={t`Review`}>
      <p className="ticket-sentence">
        {t`${requestText(request, facts.terms)} ${accountText(figures.draft.tradeType)} of`}{' '}
        <b>
          {profile.name}, {mode}
        </b>
        .
      </p>
      {form === null ? null : <p className="ticket-other number">{form}</p>}
      {stopLine === null ? null : <p className="ticket-stop number">{stopLine}</p>}
      <ReviewedWarnings warnings={summary.validationWarnings} />
      <Facts
        facts={[
          ...moreFacts(summary, { facts, ends }),
          ...ticketFacts(figures, facts),
          { label: t`Policy`, hint: orderHints.policy, value: policySummary(summary.policyResult, facts.policy) },
        ]}
      />
      <Drift summary={summary} now={now} facts={facts} />
    </section>
  );
}

/** How it is sent, but for size and price. */
function flagsOf({ draft, prices, kind }: TicketFigures, ends: string): readonly string[] {
  const said: readonly (readonly [boolean, string])[] = [
    [kind === 'limit', ends === '' ? draft.timeInForce : t`GTT: ${ends}`],
    [prices.isPostOnly && kind === 'limit', t`post-only`],
    [draft.isHidden, t`hidden`],
    [draft.visible.trim() !== '', t`iceberg of ${draft.visible}`],
    [draft.isReduceOnly, t`reduce-only`],
    [draft.isClose, t`closes the position`],
    [draft.isAutoBorrow, t`auto-borrow`],
    [draft.isAutoRepay, t`auto-repay`],
    [draft.selfTrade !== null, t`own orders ${draft.selfTrade ?? ''}`],
  ];
  return said.filter(([isSaid]) => isSaid).map(([, words]) => words);
}

/** `ends`: when it does, in words; empty: not by the clock. */
interface Ending {
  readonly facts: TicketFacts;
  readonly ends: string;
}

/** What is expected to fill, of all of it where the book would cancel a part. */
function notionalText(
  { cost, fills, counted }: TicketFigures,
  worth: Decimal,
  { settleCurrency }: MarketTerms,
): string {
  const all = moneyText(worth, settleCurrency);
  return fills === counted || cost === null
    ? all
    : t`${moneyText(cost.worth, settleCurrency)} now, ${all} if all fills`;
}

function moreFacts({ figures, worth }: TicketSummary, { facts, ends }: Ending): readonly Fact[] {
  const { terms } = facts;
  const flags = flagsOf(figures, ends);
  return [
    ...(worth === null
      ? []
      : [{ label: t`Notional`, hint: orderHints.value, value: notionalText(figures, worth, terms) }]),
    ...(figures.draft.tradeType === 'futures' && !isCrossOrder(figures.draft, facts)
      ? [{ label: t`Margin mode`, hint: positionHints.marginMode, value: marginText(figures, facts) }]
      : []),
    ...positionFacts(figures, facts),
    ...(flags.length === 0 ? [] : [{ label: t`TIF / flags`, hint: orderHints.flags, value: flags.join(', ') }]),
    ...exitFacts(figures, terms),
  ];
}

/** In hedge mode: which position it opens or closes. */
function positionFacts({ draft }: TicketFigures, { positionMode }: TicketFacts): readonly Fact[] {
  if (draft.tradeType !== 'futures' || positionMode !== 'hedge') return [];
  const order = { side: draft.side, isReduceOnly: draft.isReduceOnly, isCloseOrder: draft.isClose };
  const isLong = positionSideOf(order) === 'long';
  const opens = isLong ? t`opens the long position` : t`opens the short position`;
  const closes = isLong ? t`reduces the long position` : t`reduces the short position`;
  return [
    {
      label: t`Position`,
      hint: t`Position that the order opens or reduces in hedge mode`,
      value: draft.isReduceOnly || draft.isClose ? closes : opens,
    },
  ];
}

/** The exits that are placed with the order, and the price that they are measured from. */
function exitFacts({ draft, kind, prices }: TicketFigures, terms: MarketTerms): readonly Fact[] {
  const { stopLoss, takeProfit, exitReference } = prices;
  if (!hasPlacedExits(draft, kind) || (stopLoss === null && takeProfit === null)) return [];
  const words = [
    stopLoss === null ? null : t`SL ${priceText(stopLoss, terms)}`,
    takeProfit === null ? null : t`TP ${priceText(takeProfit, terms)}`,
  ].filter(each => each !== null);
  const exits = {
    label: t`Exits`,
    hint: t`SL and TP that are placed with the order`,
    value: t`${words.join(', ')}; active after fill`,
  };
  return [
    ...(kind === 'pair' ? [] : [exits]),
    ...(exitReference === null
      ? []
      : [
          {
            label: t`Exits measured from`,
            hint: t`Price from which the distances of SL and TP are measured`,
            value: `${referenceName(exitReference)} ${priceText(exitReference.price, terms)}`,
          },
        ]),
  ];
}

interface DriftProps {
  readonly summary: TicketSummary;
  readonly now: TicketSummary | null;
  readonly facts: TicketFacts;
}

/** How far the market has moved since: the reviewed price stays. */
function Drift({ summary, now, facts }: DriftProps) {
  const [was, is] = [priceOf(summary), now === null ? null : priceOf(now)];
  if (was === null || is === null) return null;
  const moved = subtract(is, was);
  const way = formatDecimal(moved, { isSigned: true, maximumDecimals: scaleOf(facts.terms.tick) + 1 });
  const text =
    moved === '0'
      ? t`The market has not moved since the review.`
      : summary.figures.kind === 'market'
        ? t`The estimated fill price has moved ${way} since the review; the size is unchanged.`
        : t`The market has moved ${way} since the review; the order price is unchanged.`;
  return <p className="ticket-drift number">{text}</p>;
}

/** What follows the market: the limit that does, or what a market order would get. */
function priceOf({ figures }: TicketSummary): Decimal | null {
  if (figures.kind === 'market') return figures.walk?.averagePrice ?? null;
  return figures.prices.mid;
}
