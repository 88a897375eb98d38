import { visibleText } from '#shared/visible-text.ts';
import { type OrderName, useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { CardPart } from '../card-sheet.tsx';
import { OrderAnswer } from './order-answer.tsx';
import { RecordText } from './record-text.tsx';
import { isStop, type TimelineEvent } from './timeline-events.ts';
import './timeline.css';
import { useTimeline } from './use-timeline.ts';
import { t } from '#shared/words/t.ts';

interface TimelineCardProps {
  readonly profileId: string;
  readonly of: OrderName;
}

/** What happened to one order: the steps of Fathom, the answers of the exchange, its fills; the newest last. */
export function TimelineCard({ profileId, of }: TimelineCardProps) {
  const showCard = useUiStore(state => state.showCard);
  const onClose = () => showCard(null);
  const { events, record, troubles, isLoading } = useTimeline(profileId, of);
  const { venue, symbol } = of.market;
  const isOfStop = of.record !== null && isStop(of.record);
  const asked = { venue, symbol, tradeType: of.tradeType, orderId: of.orderId, isStop: isOfStop };
  return (
    <Sheet
      title={t`Timeline · ${of.market.symbol}`}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <p className="card-note selectable">{t`Order ${visibleText(of.orderId)}`}</p>
      {troubles.map(trouble => (
        <p key={trouble} className="card-note" role="alert">
          {visibleText(trouble)}
        </p>
      ))}
      <CardPart title={t`Events, newest last`}>
        <Events events={events} isLoading={isLoading} />
        <p className="card-note">{t`Fathom’s own steps: clock of this computer, from the newest 500 rows of the audit journal. All other rows: clock of the exchange. Fills: all fills of this order at the exchange.`}</p>
      </CardPart>
      <OrderAnswer profileId={profileId} order={asked} />
      <CardPart title={t`Last record of the order`}>
        {record === null ? (
          <p className="card-note">{t`The order is not open, and the exchange returned no record of it.`}</p>
        ) : (
          <RecordText label={t`Order`} lines={JSON.stringify(record, null, 2).split('\n')} />
        )}
      </CardPart>
    </Sheet>
  );
}

interface EventsProps {
  readonly events: readonly TimelineEvent[];
  readonly isLoading: boolean;
}

function Events({ events, isLoading }: EventsProps) {
  return (
    <>
      <ol className="timeline" aria-label={t`Timeline`} aria-busy={isLoading}>
        {events.map(({ key, atMs, source, title, detail }) => (
          <li key={key} className="timeline-event">
            <span className="timeline-when">{atMs === null ? t`time unknown` : <Moment epochMs={atMs} />}</span>
            <span className="timeline-source">{source}</span>
            <span>
              {visibleText(title)}
              {detail === null ? null : <span className="timeline-detail">{visibleText(detail)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {events.length === 0 && !isLoading ? <p className="card-note">{t`No events.`}</p> : null}
      {isLoading ? <p className="card-note">{t`Still reading…`}</p> : null}
    </>
  );
}
