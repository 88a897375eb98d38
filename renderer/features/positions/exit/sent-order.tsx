import type { Decimal } from '#shared/decimal.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { useSentOrder } from '#bridge/actions/use-sent-order.ts';
import { fillResultOf } from '#lib/fills/fill-result.ts';
import { FillNotice } from '#ui/feedback/fill-notice.tsx';
import { t } from '#shared/words/t.ts';

interface SentOrderProps {
  readonly profileId: string;
  readonly terms: MarketTerms;
  /** the mark that the order was sent with */
  readonly clientOid: string;
  /** the id that the exchange answered; null: the answer was lost */
  readonly orderId: string | null;
  readonly lots: Decimal;
}

/** What became of an order that was sent: filled of asked, average price, fee, cancelled, in the colour of the outcome. */
export function SentOrderResult({ lots, terms, ...sent }: SentOrderProps) {
  const { venue, symbol } = terms;
  const order = useSentOrder({ ...sent, market: { venue, symbol }, tradeType: 'futures' });
  if (order === null) return <p className="notice" role="status">{t`Waiting for the fills of ${lots} lots.`}</p>;
  return <FillNotice result={fillResultOf(order, lots, terms)} />;
}
