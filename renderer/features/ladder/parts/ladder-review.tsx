import type { Profile } from '#shared/domain/profile.ts';
import { Facts, type Fact } from '#ui/value/facts.tsx';
import type { LadderReview } from '../use-ladder.ts';
import { moneyText, policyText, priceText, sizeWords, totalFacts } from './words.ts';

interface ReviewProps {
  readonly profile: Profile;
  readonly mode: string;
  readonly review: LadderReview;
}

/** The ladder in another form than it was typed: as a sentence, with where it ends and how it goes. */
export function LadderReviewPart({ profile, mode, review: { draft, facts, summary } }: ReviewProps) {
  const { terms } = facts;
  const { rungs, totals, warnings } = summary;
  const [first, last] = [rungs[0], rungs.at(-1)];
  if (first === undefined || last === undefined || totals === null) return null;
  const more: readonly Fact[] = [
    { label: 'Nearest', value: `${sizeWords(first.size, terms)} at ${priceText(first.price, terms)}` },
    { label: 'Farthest', value: `${sizeWords(last.size, terms)} at ${priceText(last.price, terms)}` },
    { label: 'How', value: howWords(draft, terms.venue) },
    ...totalFacts(totals, terms),
    { label: 'Policy', value: policyText(summary, facts) },
  ];
  return (
    <section className="ladder-review" aria-label="Review" tabIndex={-1}>
      <p className="ladder-sentence">
        {draft.side === 'buy' ? 'Buy' : 'Sell'} {terms.symbol} with {rungs.length}{' '}
        {rungs.length === 1 ? 'limit order' : 'limit orders'} for {moneyText(totals.worth, terms.settleCurrency)} in
        all, out of{' '}
        <b>
          {profile.name}, {mode}
        </b>
        .
      </p>
      <Facts facts={more} />
      {warnings.map(warning => (
        <p key={warning} className="notice notice-warning">
          {warning}
        </p>
      ))}
    </section>
  );
}

function howWords({ isPostOnly, life, mode, marginMode, leverage }: LadderReview['draft'], venue: string): string {
  const flags = [isPostOnly ? 'post-only' : 'may take'];
  if (venue === 'futures') flags.push('one by one', marginMode === 'isolated' ? `isolated, ${leverage}×` : 'cross');
  else {
    flags.push(life.trim() === '' ? 'until cancelled' : `ends after ${life.trim()} minutes`);
    flags.push(mode === 'sync' ? 'up to 20 a request' : 'up to 5 a request');
  }
  return flags.join(', ');
}
