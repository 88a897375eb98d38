import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Collected } from '#client/types.ts';
import { absenceOf } from '#client/wire/absence.ts';
import type { Log } from '#log/log.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import { asAction, type TradingAccount } from './trading-action.ts';

export interface LostActionsOptions {
  readonly journal: IntentJournal;
  readonly log: Log;
  readonly notice: (message: string) => void;
}

type Active = Pick<Order, 'venue' | 'symbol' | 'side' | 'price' | 'size'>;

/**
 * After entries of the journal were lost: what the exchange still shows of them is compared with what is left. Orders
 * carry the mark they were placed with; transfers to a position carry none that the exchange shows again. Once a profile
 * and a loss; when the exchange cannot be asked, the next opening of the profile asks.
 */
export async function reportLostActions(
  { profileId, client }: TradingAccount,
  options: LostActionsOptions,
): Promise<void> {
  const { journal, log, notice } = options;
  const loss = journal.uncheckedLoss(profileId);
  if (loss === null) return;
  const lists = await Promise.all([
    client.spot.allOrders({ status: 'active' }, asAction),
    client.futures.allOrders({ status: 'active' }, asAction),
    client.stops.ofAllTypes({}, asAction),
    client.futures.allStops({}, asAction),
    readOnMargin(client, 'cross'),
    readOnMargin(client, 'isolated'),
  ]);
  const failed = lists.find(list => !list.ok);
  if (failed !== undefined) {
    log.warn('losses.not-checked', { profileId, reason: reasonOf(failed) });
    return;
  }
  const marks = journal.marks(profileId);
  const strange = lists
    .flatMap((list): readonly (Order | StopOrder)[] => (list.ok ? list.value.items : []))
    .filter(order => order.clientOid !== null && !marks.has(order.clientOid))
    .filter(({ createdAtMs }) => createdAtMs === null || createdAtMs >= (loss.lastKeptMs ?? 0));
  journal.markChecked(profileId);
  log.info('losses.checked', { profileId, unknownOrders: strange.length });
  const isWhole = lists.every(list => list.ok && list.value.isComplete);
  if (strange.length > 0) notice(sentenceOf(strange, isWhole));
}

/** Active orders of a margin type, pair by pair; none where the exchange has no margin. */
async function readOnMargin(client: ExchangeClient, tradeType: MarginType): Promise<Result<Collected<Order>>> {
  const symbols = await client.margin.activeSymbols({ tradeType }, asAction);
  if (!symbols.ok) {
    return absenceOf(symbols.error) === 'unsupported' ? succeed({ items: [], isComplete: true }) : symbols;
  }
  const items: Order[] = [];
  for (const symbol of symbols.value) {
    const orders = await client.margin.activeOrders({ symbol, tradeType }, asAction);
    if (!orders.ok) return orders;
    items.push(...orders.value);
  }
  return succeed({ items, isComplete: true });
}

function reasonOf(result: Result<unknown>): string {
  return result.ok ? '' : result.error.message;
}

const mostNamed = 5;

function sentenceOf(orders: readonly Active[], isWhole: boolean): string {
  const more = orders.length - mostNamed;
  const named = orders.slice(0, mostNamed).map(describe);
  const list = (more > 0 ? [...named, `and ${more} more`] : named).join('; ');
  const count = orders.length === 1 ? '1 open order has a client id' : `${orders.length} open orders have client ids`;
  return `${isWhole ? count : `At least ${count}`} that the repaired order journal does not know, so Fathom or another program placed them: ${list}. Cancel what you do not want.`;
}

function describe({ side, size, symbol, price, venue }: Active): string {
  const what = size === null ? symbol : `${size} ${symbol}`;
  const at = price ?? 'market';
  return side === 'buy' ? `Buy ${what} at ${at} (${venue})` : `Sell ${what} at ${at} (${venue})`;
}
