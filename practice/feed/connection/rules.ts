/** Times and limits of the feeds, docs/exchange/feeds.md §1 to §3. Tests shorten them. */
export interface FeedRules {
  /** sent to the client in the bullet, ms */
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  /** a connection without a JSON ping for so long is dropped, ms */
  readonly idleLimitMs: number;
  readonly tokenLifeMs: number;
  readonly connectionLifeMs: number;
  /** connections of one account, or of one address when public */
  readonly connectionsPerOwner: number;
  readonly topicsPerRequest: number;
  readonly topicsPerSpotConnection: number;
  /** client messages, pings included, within `permitWindowMs` */
  readonly permits: number;
  readonly permitWindowMs: number;
  /** a client that leaves more than this unread is cut, bytes */
  readonly bufferLimitBytes: number;
}

const dayMs = 86_400_000;

export const serviceRules: FeedRules = {
  pingIntervalMs: 18_000,
  pingTimeoutMs: 10_000,
  idleLimitMs: 60_000,
  tokenLifeMs: dayMs,
  connectionLifeMs: dayMs,
  connectionsPerOwner: 800,
  topicsPerRequest: 100,
  topicsPerSpotConnection: 400,
  permits: 100,
  permitWindowMs: 10_000,
  bufferLimitBytes: 4 * 1024 * 1024,
};
