import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { positionOf } from '../state/market.ts';
import { emitPosition } from '../state/positions.ts';
import { choose, holdersIn, settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

/** Whether the wallet tops up an isolated position that would be liquidated. */
export function changeAutoDeposit(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, isOn }: { readonly accountId: string; readonly isOn: boolean },
): Outcome<boolean> {
  const { mode, autoDeposit } = settingsOf(venue, market, accountId);
  if (mode === 'CROSS') return refuse('position-mode', 'A cross position needs no deposits.', 'symbol');
  if (autoDeposit === isOn) return accept(true);
  choose(venue, market, { accountId, autoDeposit: isOn });
  for (const holder of holdersIn(venue, accountId)) {
    if (positionOf(market, holder).quantity !== 0n)
      emitPosition(venue, market, { accountId: holder, reason: 'autoAppendMarginStatusChange' });
  }
  return accept(true);
}
