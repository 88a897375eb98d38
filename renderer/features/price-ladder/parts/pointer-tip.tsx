import type { ReactNode } from 'react';
import { compare, type Decimal, isPositive, multiply } from '#shared/decimal.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import { worthOf } from '#shared/order-entry/market-terms.ts';
import type { FeeRates } from '#shared/order-entry/order-cost.ts';
import { formatDecimal } from '#lib/format.ts';
import type { PressedAction } from '../model/ladder-order.ts';
import { markText, queueText, shortSize } from '../model/ladder-texts.ts';
import { accountOfMark, type OwnMark } from '../own/own-marks.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import type { PointedCell } from '../use-ladder-pointer.ts';
import { t } from '#shared/words/t.ts';

interface PointerTipProps {
  readonly ladder: PriceLadder;
  /** null: not known */
  readonly rates: FeeRates | null;
}

/** The action in words at the pointer, before it is pressed: what, at which price, behind whom, for what fee. */
export function PointerTip({ ladder, rates }: PointerTipProps) {
  const { pointed } = ladder.pointer;
  if (pointed === null || pointed.side === null || ladder.moving !== null) return null;
  const isOwn = pointed.column === 'buys' || pointed.column === 'sells';
  const marks = isOwn ? ladder.marks.at(pointed.side, pointed.row) : [];
  const planned = isOwn ? ladder.rungs.at(pointed.side, pointed.row) : [];
  const action = { order: 'limit', side: pointed.side, price: pointed.price } as const;
  return (
    <div className="price-ladder-tip" style={placeOf(pointed)} aria-hidden="true">
      <ActionLines ladder={ladder} action={action} rates={rates} />
      {planned.length === 0 ? null : (
        <p className="price-ladder-tip-own">{t`Planned rung, not sent; drag to move it`}</p>
      )}
      {marks.length === 0 ? null : <OwnList ladder={ladder} marks={marks} />}
    </div>
  );
}

const tipWidthPx = 250;

/** Beside the pointer, where it hides neither bids nor asks, and above it where there is no room below. */
function placeOf({ xPx, yPx, edgePx }: PointedCell) {
  const left = Math.max(4, Math.min(Math.max(xPx + 20, edgePx - 96), window.innerWidth - tipWidthPx - 8));
  return yPx > window.innerHeight - 190 ? { left, bottom: window.innerHeight - yPx - 8 } : { left, top: yPx - 8 };
}

interface ActionLinesProps extends PointerTipProps {
  readonly action: PressedAction;
}

function ActionLines({ ladder, action, rates }: ActionLinesProps) {
  const judged = ladder.bookValidationError === null ? ladder.actions.judge(action) : null;
  if (ladder.bookValidationError !== null) return <p className="price-ladder-tip-no">{ladder.bookValidationError}</p>;
  if (judged === null) return <p className="price-ladder-tip-no">{t`The rules of this market have not come yet.`}</p>;
  if (judged.kind === 'refused') return <p className="price-ladder-tip-no">{judged.reason}</p>;
  return (
    <>
      <p className="price-ladder-tip-action">{judged.words}</p>
      <p>{queueWords(action, ladder)}</p>
      {rates === null ? null : <p>{feeWords(action, judged.size, { ladder, rates })}</p>}
      <p className={judged.kind === 'send' ? 'price-ladder-tip-armed' : undefined}>{howWords(judged)}</p>
    </>
  );
}

function howWords(judged: { readonly kind: 'send' } | { readonly kind: 'review'; readonly because: string | null }) {
  if (judged.kind === 'send') return t`Armed: one click sends it`;
  return judged.because === null ? t`A click opens the review` : t`Reviewed first: ${judged.because}`;
}

function isTaking({ side, price }: PressedAction, { touch }: PriceLadder): boolean {
  return isCrossing(price, side, side === 'buy' ? touch.ask : touch.bid);
}

function queueWords(action: PressedAction, ladder: PriceLadder): ReactNode {
  if (isTaking(action, ladder)) return <b className="price-ladder-tip-takes">{t`Executes immediately`}</b>;
  const line = ladder.rows.find(({ price }) => compare(price, action.price) === 0);
  const resting = action.side === 'buy' ? line?.bid : line?.ask;
  if (resting === undefined || resting === null) return t`Resting; queue position unknown`;
  return isPositive(resting) ? t`Queue position: ${shortSize(resting)}` : t`First in queue at its price`;
}

function feeWords(
  action: PressedAction,
  size: Decimal,
  { ladder, rates }: { readonly ladder: PriceLadder; readonly rates: FeeRates },
): string {
  if (ladder.facts === null) return '';
  const { terms } = ladder.facts;
  const rate = isTaking(action, ladder) ? rates.takerFeeRate : rates.makerFeeRate;
  const fee = multiply(worthOf(size, action.price, terms), rate);
  return t`Fee about ${formatDecimal(fee, { maximumDecimals: terms.isInverse ? 8 : 4 })} ${terms.settleCurrency}`;
}

/** What a press and a drag do with the own orders of a row. */
function holdWords(marks: readonly OwnMark[]): string {
  const isOfOneAccount = new Set(marks.map(accountOfMark)).size === 1;
  const cancelled = marks.length > 1 ? (isOfOneAccount ? t`the newest` : t`the first of these`) : t`it`;
  const isShared = marks.some(({ isStop }) => isStop) && marks.some(({ isStop }) => !isStop);
  return isShared
    ? t`Right click cancels ${cancelled}; a row with an order and a stop cannot be dragged`
    : t`Right click cancels ${cancelled}, a drag moves it`;
}

/** Several orders of one price, the newest first: that one is taken when it is cancelled or moved. */
function OwnList({ ladder, marks }: { readonly ladder: PriceLadder; readonly marks: readonly OwnMark[] }) {
  const { facts, own } = ladder;
  if (facts === null) return null;
  return (
    <>
      <p className="price-ladder-tip-own">{holdWords(marks)}</p>
      <ol className="price-ladder-tip-list">
        {marks.map(mark => (
          <li key={mark.id}>
            {markText(mark, facts.terms)}
            {mark.isStop ? '' : t`, ahead ${queueText(own.queues.of(mark.id))}`}
          </li>
        ))}
      </ol>
    </>
  );
}
