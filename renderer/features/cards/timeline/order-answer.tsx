import type { QueriedOrder } from '#shared/domain/answers/order-answer.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useRead } from '#bridge/use-read.ts';
import { Button } from '#ui/form/button.tsx';
import { copyText } from '#ui/table/menu/copy-text.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Moment } from '#ui/value/moment.tsx';
import { CardPart } from '../card-sheet.tsx';
import { answerLines } from './answer-lines.ts';
import { RecordText } from './record-text.tsx';
import { rich } from '#lib/rich.ts';
import { t } from '#shared/words/t.ts';

interface OrderAnswerProps {
  readonly profileId: string;
  readonly order: QueriedOrder;
}

function copy(text: string): void {
  if (copyText(text)) showToast('neutral', t`Response copied unchanged.`);
  else showToast('warning', t`Copy failed: the window blocks the clipboard.`);
}

/** What the exchange answers when it is asked for the order, in its own letters. */
export function OrderAnswer({ profileId, order }: OrderAnswerProps) {
  const { data, error, isLoading } = useRead('orders.answer', { profileId, order });
  return (
    <CardPart title={t`Current response of the exchange`}>
      {error === null ? null : (
        <p className="card-note" role="alert">
          {visibleText(error.message)}
        </p>
      )}
      {isLoading ? <p className="card-note">{t`Loading from the exchange…`}</p> : null}
      {data === undefined ? null : (
        <>
          <p className="card-note">
            {rich`${visibleText(data.endpoint)} · HTTP ${data.httpStatus} · read at ${<Moment key="at" epochMs={data.receivedAtMs} />}, and again every 30 s while this is open`}{' '}
            <Button onPress={() => copy(data.text)}>{t`Copy answer`}</Button>
          </p>
          <RecordText label={t`Answer of the exchange`} lines={answerLines(data.text)} />
          <p className="card-note">
            {data.isCut
              ? t`The response is longer than 64 KB; the rest is not shown.`
              : t`Unchanged text; Fathom adds only line breaks.`}
          </p>
        </>
      )}
    </CardPart>
  );
}
