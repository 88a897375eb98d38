import type { Decimal } from '#shared/decimal.ts';
import type { Directory, Ledger } from '../accounts/types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { MarginVenue } from '../margin/types.ts';
import type { MarketHistory } from '../history/market-history.ts';
import { ownerOf } from '../accounts/owners.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { FeedFaults } from './connection/faults.ts';
import { createFuturesTopics } from './futures-topics.ts';
import type { FeedRules } from './connection/rules.ts';
import { createFeedService, type FeedService } from './service.ts';
import { createSpotTopics } from './spot-topics.ts';
import type { FeedTime } from './topics/time.ts';

interface ExchangeFeedsOptions {
  readonly spot: SpotVenue;
  readonly margin: MarginVenue;
  readonly futures: FuturesVenue;
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly history: MarketHistory;
  /** the outside world's price of a spot pair */
  readonly indexPrice: (symbol: string) => Decimal | null;
  readonly time: FeedTime;
  readonly rules?: Partial<FeedRules>;
  readonly faults?: FeedFaults;
  readonly onFailure?: (cause: unknown) => void;
}

/** All topics of both ports over one exchange. */
export function createExchangeFeeds(options: ExchangeFeedsOptions): FeedService {
  const { spot, margin, futures, ledger, directory, history, indexPrice, time, ...rest } = options;
  return createFeedService({
    ...rest,
    time,
    userIdOf: accountId => ownerOf(directory, accountId).userId,
    topics: {
      spot: createSpotTopics({ ...time, spot, margin, ledger, indexPrice, history: history.spot }),
      futures: createFuturesTopics({ ...time, futures, ledger, history: history.futures }),
    },
  });
}
