import type { ExploredRow } from '#shared/domain/archive/explore.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { venueOf } from './order-of-row.ts';
import { orderStages } from './order-stages.ts';
import { t } from '#shared/words/t.ts';

interface OrderSheetProps {
  readonly profileId: string;
  /** a row of the order, or of one of its fills */
  readonly row: ExploredRow;
  readonly onClose: () => void;
}

/** The stages of an archived order: placed, fills, changes and its end. */
export function OrderSheet({ profileId, row, onClose }: OrderSheetProps) {
  const orderId = row.orderId ?? '';
  const read = useRead('archive.order', { profileId, venue: venueOf(row), orderId });
  usePrivacy();
  const stages = read.data === undefined ? [] : orderStages(read.data);
  return (
    <Sheet
      title={t`Archived order · ${visibleText(row.symbol ?? '')}`}
      read={read}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <p className="selectable">{t`Order ${visibleText(orderId)}`}</p>
      {read.data?.versions.length === 0 ? (
        <p role="status">{t`The order itself is not recorded, only its fills.`}</p>
      ) : null}
      {read.data?.isCut === true ? <p role="status">{t`It has more fills: these are the newest 500.`}</p> : null}
      {stages.length === 0 ? (
        <EmptyState reason={t`Nothing of this order is recorded.`} />
      ) : (
        <ol className="explore-stages" aria-label={t`Stages of the order`}>
          {stages.map(({ key, atMs, title, detail }) => (
            <li key={key}>
              <Moment epochMs={atMs} /> <span>{title}</span> <span className="number">{detail}</span>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
}
