import type { Profile } from '#shared/domain/profile.ts';
import { toDecimal } from '#shared/decimal.ts';
import { accountText } from '#lib/accounts/account-text.ts';
import { termsText } from '#lib/positions/order-terms.ts';
import { marginTypeText } from '#lib/trade-type.ts';
import { formatEnd } from '#lib/time.ts';
import { useAtTick } from '#ui/clock.ts';
import { Facts, type Fact } from '#ui/value/facts.tsx';
import type { SendMode } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { type OrderForm, sendModeOf, tradeTypeOf } from '../model/ladder-orders.ts';
import { reviewedEndMs } from '#lib/moments/reviewed-end.ts';
import { crossingText } from '../model/summary.ts';
import type { LadderReview } from '../use-ladder.ts';
import { moneyText, policyText, priceText, sizeWithUnit, totalFacts } from './ladder-texts.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface ReviewProps {
  readonly profile: Profile;
  readonly mode: string;
  readonly review: LadderReview;
  /** the market of now; null: not known */
  readonly now: LadderFacts | null;
}

/** The ladder in another form than it was typed: as a sentence, with where it ends and how it goes. */
export function LadderReviewPart({ profile, mode, review, now }: ReviewProps) {
  const { draft, facts, summary } = review;
  const { terms } = facts;
  const { rungs, totals, warnings } = summary;
  const ends = useAtTick(nowMs => {
    const endMs = reviewedEndMs(review.end, nowMs);
    return endMs === null ? '' : formatEnd(endMs, nowMs);
  });
  const [first, last] = [rungs[0], rungs.at(-1)];
  if (first === undefined || last === undefined || totals === null) return null;
  const crossing = crossingText(rungs, draft, now ?? facts);
  const more: readonly Fact[] = [
    {
      label: t`Nearest`,
      hint: t`Rung that is nearest to the market`,
      value: t`${sizeWithUnit(first.size, terms)} at ${priceText(first.price, terms)}`,
    },
    {
      label: t`Farthest`,
      hint: t`Rung that is farthest from the market`,
      value: t`${sizeWithUnit(last.size, terms)} at ${priceText(last.price, terms)}`,
    },
    {
      label: t`TIF / flags`,
      hint: t`Flags of the orders, and how many one request sends`,
      value: howWords(draft, summary.form, ends),
    },
    ...totalFacts(totals, terms),
    { label: t`Policy`, hint: orderHints.policy, value: policyText(summary, facts) },
  ];
  return (
    <section className="ladder-review" aria-label={t`Review`} tabIndex={-1}>
      <p className="ladder-sentence">
        {t`${draft.side === 'buy' ? t`Buy` : t`Sell`} ${terms.symbol} with ${rungs.length}${' '}${rungs.length === 1 ? t`limit order` : t`limit orders`} for ${moneyText(totals.worth, terms.settleCurrency)} in all ${accountText(tradeTypeOf(summary.form))} of`}{' '}
        <b>
          {profile.name}, {mode}
        </b>
        .
      </p>
      <Facts facts={more} />
      {[...(crossing === null ? [] : [crossing]), ...warnings].map(warning => (
        <p key={warning} className="notice notice-warning">
          {warning}
        </p>
      ))}
    </section>
  );
}

const paceWords: Readonly<Record<SendMode, string>> = {
  sync: t`up to 20 a request`,
  async: t`up to 5 a request`,
  batch: t`up to 20 a request`,
  single: t`one by one`,
};

/** `ends`: the moment at which what is sent now would end; empty: it stays. */
function howWords(draft: LadderReview['draft'], form: OrderForm, ends: string): string {
  const { isPostOnly, marginMode, leverage } = draft;
  const flags = [isPostOnly ? t`post-only` : t`may take`];
  if (form.kind === 'futures') flags.push(termsText(marginMode, toDecimal(leverage.trim())));
  else flags.push(ends === '' ? t`until cancelled` : t`all that is left ends at ${ends}`);
  if (form.kind === 'margin') {
    flags.push(t`${marginTypeText(form.order.tradeType)} margin`);
    if (form.order.isAutoBorrow === true) flags.push(t`auto-borrow`);
    if (form.order.isAutoRepay === true) flags.push(t`repays`);
  }
  return [...flags, paceWords[sendModeOf(draft, form)]].join(', ');
}
