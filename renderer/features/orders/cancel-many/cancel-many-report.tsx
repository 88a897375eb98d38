import type { Profile } from '#shared/domain/profile.ts';
import { formatDecimal } from '#lib/format.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { Button } from '#ui/form/button.tsx';
import { Dialog } from '#ui/overlay/sheet.tsx';
import { SideChip } from '#ui/value/chip.tsx';
import { answerTo, rowText, sentText, openOrdersText } from './cancel-progress.ts';
import { type Cancellable, orderKey, ordersText } from './cancel-scopes.ts';
import type { CancelMany, CancelRun } from './use-cancel-many.ts';
import { t } from '#shared/words/t.ts';

interface CancelManyReportProps {
  readonly profile: Profile;
  readonly run: CancelRun;
  readonly cancel: CancelMany;
  readonly onClose: () => void;
}

/** N of M while it is sent, what came of each order, and at the end what the lists say. */
export function CancelManyReport({ profile, run, cancel, onClose }: CancelManyReportProps) {
  const { orders, answers, kind } = run;
  const { verification } = cancel;
  const isClear = verification !== null && verification.left.length + verification.unread.length === 0;
  const left = verification?.left ?? [];
  return (
    <Dialog
      title={kind === 'stops' ? t`Cancel stops` : t`Cancel orders`}
      profile={profile}
      onClose={onClose}
      isLocked={verification === null}
      actions={
        verification === null ? (
          <Button onPress={cancel.stop}>{t`Stop sending`}</Button>
        ) : (
          <>
            {left.length === 0 ? null : (
              <Button variant="danger" onPress={() => cancel.start(left)}>
                {t`Cancel ${ordersText(left.length, kind)} again`}
              </Button>
            )}
            <Button variant="primary" onPress={onClose}>{t`Close`}</Button>
          </>
        )
      }
    >
      <p className={isClear ? 'notice' : 'notice notice-warning'} role="status">
        {sentText(orders, answers)}
        {verification === null ? '.' : `. ${openOrdersText(orders.length, verification)}`}
      </p>
      <table className="table" aria-label={t`Cancels`}>
        <tbody>
          {orders.map(order => (
            <tr key={orderKey(order)} data-answer={answerTo(order, answers).kind}>
              <OrderCells order={order} />
              <td title={resultOf(order, cancel, run)}>{resultOf(order, cancel, run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function resultOf(order: Cancellable, { verification }: CancelMany, { answers }: CancelRun): string {
  return rowText(answerTo(order, answers), verification?.isActive(order) ?? null);
}

function OrderCells({ order: { symbol, tradeType, side, size, price } }: { readonly order: Cancellable }) {
  return (
    <>
      <td>
        {symbol} {tradeTypeText(tradeType)}
      </td>
      <td>
        <SideChip side={side} /> {size === null ? '' : formatDecimal(size)}{' '}
        {price === null ? t`at market` : t`at ${formatDecimal(price)}`}
      </td>
    </>
  );
}
