import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { firstDraft, type LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { summarise } from '../model/summary.ts';
import { LadderReviewPart } from './ladder-review.tsx';

afterEach(cleanup);

const pair = buildSpotSymbol({ minFunds: '5' });
const facts: LadderFacts = {
  terms: spotTerms(pair),
  market: { venue: 'spot', pair },
  book: { state: 'live', bids: [['100', '5']], asks: [['101', '5']] },
  rates: null,
  free: { base: '10', quote: '1000' },
  policy: null,
  validationError: null,
};

it.each([
  ['spot', 'on spot of Main, LIVE.'],
  ['cross', 'on cross margin of Main, LIVE.'],
  ['isolated', 'on isolated margin of Main, LIVE.'],
] as const)('the review of a scaled order on %s names the account as the ticket does', (account, words) => {
  installFakeDesk({});
  const draft: LadderDraft = { ...firstDraft, near: 'b', far: '97', count: '4', size: '4', account };
  const review = { draft, facts, summary: summarise(draft, facts), end: null };
  renderPage(<LadderReviewPart profile={buildProfile({ name: 'Main' })} mode="LIVE" review={review} now={facts} />);
  const sentence = screen.getByRole('region', { name: 'Review' }).querySelector('.ladder-sentence')?.textContent;
  expect(sentence).toBe(`Buy BTC-USDT with 4 limit orders for 394.00 USDT in all ${words}`);
});
