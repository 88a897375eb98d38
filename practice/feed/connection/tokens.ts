import { randomBytes } from 'node:crypto';
import type { VenueName } from '#practice/wire/venue-name.ts';
import type { Clock } from '#practice/kernel/kernel.ts';

interface Grant {
  readonly venue: VenueName;
  /** null: a public token */
  readonly accountId: string | null;
  readonly expiresAtMs: number;
}

/**
 * The tokens of the feeds: docs/exchange/feeds.md §1. A token is good for as many connections as its owner may have.
 */
export interface FeedTokens {
  issue(venue: VenueName, accountId: string | null): string;
  /** what the token allows on this venue's socket; null: unknown, expired, or of the other venue */
  check(venue: VenueName, token: string): { readonly accountId: string | null } | null;
  /** ends every token of the venue, or of both */
  expire(venue?: VenueName): void;
}

const tokenBytes = 96;

export function createFeedTokens({ clock, lifeMs }: { clock: Clock; lifeMs: number }): FeedTokens {
  const grants = new Map<string, Grant>();
  const forgetExpired = (nowMs: number): void => {
    // the oldest come first
    for (const [token, grant] of grants) {
      if (grant.expiresAtMs > nowMs) return;
      grants.delete(token);
    }
  };
  return {
    issue(venue, accountId) {
      const nowMs = clock.nowMs();
      forgetExpired(nowMs);
      const token = randomBytes(tokenBytes).toString('base64url');
      grants.set(token, { venue, accountId, expiresAtMs: nowMs + lifeMs });
      return token;
    },
    check(venue, token) {
      const grant = grants.get(token);
      if (grant === undefined || grant.venue !== venue || grant.expiresAtMs <= clock.nowMs()) return null;
      return { accountId: grant.accountId };
    },
    expire(venue) {
      for (const [token, grant] of grants) if (venue === undefined || grant.venue === venue) grants.delete(token);
    },
  };
}
