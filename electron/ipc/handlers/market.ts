import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions } from './handler-options.ts';

interface BestLevels {
  readonly symbol: string;
  readonly depth: number;
}

/** The futures host answers the whole book: the page gets as many levels as it asked for. */
async function readBestLevels(client: ExchangeClient, { symbol, depth }: BestLevels): Promise<Result<BookSnapshot>> {
  const answer = await client.market.futuresBook({ symbol }, asPanel);
  if (!answer.ok) return answer;
  const { bids, asks } = answer.value;
  return succeed({ ...answer.value, bids: bids.slice(0, depth), asks: asks.slice(0, depth) });
}

export function marketHandlers({
  profiles,
}: HandlerOptions): Pick<Handlers, 'link.read' | 'symbols.list' | 'contracts.list' | 'book.read'> {
  const { onAccount } = profiles;
  return {
    'link.read': ({ profileId }) =>
      onAccount(profileId, ({ client }) => Promise.resolve(succeed({ profileId, ...client.link() }))),
    'symbols.list': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.reference.symbols({}, { ...asPanel, unreadable: leaveOut })),
    'contracts.list': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.reference.contracts({}, { ...asPanel, unreadable: leaveOut })),
    'book.read': ({ profileId, venue, symbol, depth }) =>
      onAccount(profileId, ({ client }) =>
        venue === 'spot'
          ? client.reference.book({ symbol, depth }, asPanel)
          : readBestLevels(client, { symbol, depth }),
      ),
  };
}
