import { useEffect, useState } from 'react';
import type { PlacedOrder } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { positionLeverage } from '#shared/order-entry/position-outlook.ts';
import { placeFutures } from '#shared/policy/policy-action.ts';
import { type ActionStage, useAction } from '#bridge/actions/use-action.ts';
import { type ActionFacts, judgeHere } from '#bridge/actions/use-action-facts.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { ActionNotice } from '#ui/overlay/action-notice.tsx';
import { PolicyLine, type PolicyLineProps } from '#ui/overlay/policy-line.tsx';
import { type ExitContext, type ExitOrder, openingOrder } from './exit-form.ts';
import { SentOrderResult } from './sent-order.tsx';
import { t } from '#shared/words/t.ts';

/** What main will say of it, by the very code of main. */
export function judgedOf(order: ExitOrder | null, facts: ActionFacts, contract: FuturesContract): PolicyLineProps {
  const action = order === null ? null : placeFutures({ ...order, clientOid: 'x' }, contract, null);
  return { action, policyResult: judgeHere(action, facts), state: facts.policy };
}

export function findPolicyError({ policyResult }: PolicyLineProps): string | null {
  return policyResult?.validationErrors[0]?.message ?? null;
}

export function placedText({ orderId }: PlacedOrder) {
  return <p className="notice">{t`Accepted by the exchange as ${orderId}.`}</p>;
}

/** What to search for once a close was done; null: not sent, not known to be done, or a stop, which waits for its trigger. */
export function sentOf(stage: ActionStage<PlacedOrder>, order: ExitOrder | null) {
  if (order === null || order.stop !== undefined || order.size === undefined) return null;
  if (stage.kind === 'done') return { orderId: stage.value.orderId, lots: order.size };
  return stage.kind === 'resolved' ? { orderId: null, lots: order.size } : null;
}

function openingText({ side, size, price, leverage }: ExitOrder): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === undefined ? '' : formatDecimal(price);
  return t`${verb} ${size ?? ''} lots, at worst ${figure}${leverage === undefined ? '' : `, ${leverage}×`}`;
}

function noOrderText(isLeverageUnknown: boolean): string {
  return isLeverageUnknown
    ? t`The leverage of the position is unknown. Open the other side in the ticket.`
    : t`The order book has no price now`;
}

/** A key for the first step is not taken for the second, which has not been read yet. */
const readMs = 500;

function useIsRead(isShown: boolean): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setIsRead(true), readMs);
    return () => {
      clearTimeout(timer);
      setIsRead(false);
    };
  }, [isShown]);
  return isRead;
}

interface SecondStepOptions {
  readonly facts: ActionFacts;
  /** with the position as it was when the sheet opened */
  readonly context: ExitContext;
  /** the position is known to be closed */
  readonly isClosed: boolean;
}

/** The second step of a reversal is an order of its own, for the key that the first one had and for its button. */
export function useSecondStep(profileId: string, { facts, context, isClosed }: SecondStepOptions) {
  const { stage, mark, send: sendAction } = useAction('orders.placeFutures', profileId);
  const [sent, setSent] = useState<{ readonly words: string; readonly order: ExitOrder } | null>(null);
  const leverage = positionLeverage(context.position, context.contract);
  const order = openingOrder(context, leverage);
  const judged = judgedOf(order, facts, context.contract);
  const words =
    order === null ? noOrderText(leverage === null && context.position.marginMode === 'isolated') : openingText(order);
  const isOpen = stage.kind === 'editing' || stage.kind === 'refused';
  const validationError = order === null ? words : findPolicyError(judged);
  const isRead = useIsRead(isClosed && isOpen);
  const send = () => {
    if (order === null || validationError !== null || !isClosed || !isOpen) return;
    setSent({ words, order });
    void sendAction({ profileId, order: { ...order, clientOid: mark }, confirmed: 'summary' });
  };
  const result = { profileId, terms: context.terms, clientOid: mark, sent: sentOf(stage, sent?.order ?? null) };
  return {
    stage,
    sentWords: sent?.words ?? '',
    result,
    order,
    judged,
    words,
    isOpen,
    isClosed,
    validationError,
    send,
    onKey: isRead ? send : undefined,
  };
}

/**
 * The policy result of the second step is shown before it is sent. Afterwards there is a position again, and the result
 * of the step stays.
 */
export function SecondStep(step: ReturnType<typeof useSecondStep>) {
  const { stage, sentWords, result, order, judged, words, isOpen } = step;
  const { sent, ...search } = result;
  if (isOpen && !step.isClosed)
    return (
      <p className="notice notice-warning">{t`The other side opens only after this position is closed. Close the remainder first.`}</p>
    );
  return (
    <>
      <p>{isOpen ? t`The position is closed. Step 2:` : t`Step 2: ${sentWords}`}</p>
      {isOpen ? (
        <>
          {order === null ? null : <PolicyLine {...judged} />}
          <Button variant="primary" disabledReason={step.validationError} onPress={step.send}>
            {words}
          </Button>
        </>
      ) : null}
      <ActionNotice stage={stage} what={sentWords} done={placedText} />
      {sent === null ? null : <SentOrderResult {...search} {...sent} />}
    </>
  );
}
