import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useRead } from '#bridge/use-read.ts';
import { type OutcomeTone, fillResultOf } from './fill-result.ts';
import { t } from '#shared/words/t.ts';

/** How often the order history is read until it contains the order. */
const searchMs = 1000;

interface SentOrderOptions {
  readonly profileId: string;
  readonly contract: FuturesContract;
  /** the mark that the order was sent with */
  readonly clientOid: string;
  /** the id that the exchange answered; null: the answer was lost */
  readonly orderId: string | null;
}

/** The order as the exchange has it; null: neither an open order nor in the order history yet. */
function useSentOrder({ profileId, contract, clientOid, orderId }: SentOrderOptions): Order | null {
  const [ended, setEnded] = useState<Order | null>(null);
  const isSent = (order: Order) => order.clientOid === clientOid || order.id === orderId;
  const open = useAccountList(profileId, 'futures.orders', 'glance').data?.find(isSent) ?? null;
  const history = useRead(
    'orders.done',
    { profileId, venue: 'futures', symbol: contract.symbol, page: 1, pageSize: 50 },
    { isEnabled: ended === null && open === null, intervalMs: searchMs },
  );
  const done = history.data?.items.find(order => isSent(order) && !order.isActive);
  if (ended === null && done !== undefined) setEnded(done);
  return ended ?? open;
}

const classes: Readonly<Record<OutcomeTone, string>> = {
  open: 'notice',
  success: 'notice notice-success',
  warning: 'notice notice-warning',
  danger: 'notice notice-danger',
};

/** What became of an order that was sent: filled of asked, average price, cancelled, in the colour of the outcome. */
export function SentOrderResult({ lots, ...sent }: SentOrderOptions & { readonly lots: Decimal }) {
  const order = useSentOrder(sent);
  if (order === null) return <p className="notice" role="status">{t`Waiting for the fills of ${lots} lots.`}</p>;
  const { tone, text } = fillResultOf(order, lots, sent.contract);
  return (
    <p className={classes[tone]} role="status">
      {text}
    </p>
  );
}
