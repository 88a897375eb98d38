import { useEffect, useState } from 'react';
import type { PlacedOrder } from '#shared/domain/account/order.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { positionLeverage } from '#shared/order-entry/position-outlook.ts';
import { placeFutures } from '#shared/policy/policy-act.ts';
import { type ActStage, useAct } from '#bridge/acts/use-act.ts';
import { type ActFacts, judgeHere } from '#bridge/acts/use-act-facts.ts';
import { formatDecimal } from '#lib/format.ts';
import { Button } from '#ui/form/button.tsx';
import { ActNotice } from '#ui/overlay/act-notice.tsx';
import { PolicyLine, type PolicyLineProps } from '#ui/overlay/policy-line.tsx';
import { type ExitContext, type ExitOrder, openingOrder } from './exit-form.ts';
import { SentOrderResult } from './sent-order.tsx';
import { t } from '#shared/words/t.ts';

/** What main will say of it, by the very code of main. */
export function judgedOf(order: ExitOrder | null, facts: ActFacts, contract: FuturesContract): PolicyLineProps {
  const act = order === null ? null : placeFutures({ ...order, clientOid: 'x' }, contract, null);
  return { act, verdict: judgeHere(act, facts), state: facts.policy };
}

export function refusalOf({ verdict }: PolicyLineProps): string | null {
  return verdict?.refusals[0]?.message ?? null;
}

export function placedText({ orderId }: PlacedOrder) {
  return <p className="notice">{t`The exchange took it as ${orderId}.`}</p>;
}

/** What to search for once a close was done; null: not sent, not known to be done, or a stop, which waits for its trigger. */
export function sentOf(stage: ActStage<PlacedOrder>, order: ExitOrder | null) {
  if (order === null || order.stop !== undefined || order.size === undefined) return null;
  if (stage.kind === 'done') return { orderId: stage.value.orderId, lots: order.size };
  return stage.kind === 'told' ? { orderId: null, lots: order.size } : null;
}

function openingText({ side, size, price, leverage }: ExitOrder): string {
  const verb = side === 'buy' ? t`Buy` : t`Sell`;
  const figure = price === undefined ? '' : formatDecimal(price);
  return t`${verb} ${size ?? ''} lots, at worst ${figure}${leverage === undefined ? '' : `, ${leverage}×`}`;
}

function noOrderText(isLeverageUnknown: boolean): string {
  return isLeverageUnknown
    ? t`The leverage of the position is unknown. Open the other side in the ticket.`
    : t`The book has no price now`;
}

/** A key that was meant for the first step is not taken for the second, which nobody has read yet. */
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
  readonly facts: ActFacts;
  /** with the position as it was when the sheet opened */
  readonly context: ExitContext;
  /** the position is proven gone */
  readonly isGone: boolean;
}

/** The second step of a reversal is an order of its own, for the key that the first one had and for its button. */
export function useSecondStep(profileId: string, { facts, context, isGone }: SecondStepOptions) {
  const { stage, mark, send: sendAct } = useAct('orders.placeFutures', profileId);
  const [sent, setSent] = useState<{ readonly words: string; readonly order: ExitOrder } | null>(null);
  const leverage = positionLeverage(context.position, context.contract);
  const order = openingOrder(context, leverage);
  const judged = judgedOf(order, facts, context.contract);
  const words =
    order === null ? noOrderText(leverage === null && context.position.marginMode === 'isolated') : openingText(order);
  const isOpen = stage.kind === 'editing' || stage.kind === 'refused';
  const objection = order === null ? words : refusalOf(judged);
  const isRead = useIsRead(isGone && isOpen);
  const send = () => {
    if (order === null || objection !== null || !isGone || !isOpen) return;
    setSent({ words, order });
    void sendAct({ profileId, order: { ...order, clientOid: mark }, confirmed: 'summary' });
  };
  const result = { profileId, contract: context.contract, clientOid: mark, sent: sentOf(stage, sent?.order ?? null) };
  return {
    stage,
    sentWords: sent?.words ?? '',
    result,
    order,
    judged,
    words,
    isOpen,
    isGone,
    objection,
    send,
    onKey: isRead ? send : undefined,
  };
}

/**
 * What the policy says of the second step stands there before it is pressed. Once it is sent there is a position again, and
 * what became of the step stays.
 */
export function SecondStep(step: ReturnType<typeof useSecondStep>) {
  const { stage, sentWords, result, order, judged, words, isOpen } = step;
  const { sent, ...search } = result;
  if (isOpen && !step.isGone)
    return (
      <p className="notice notice-warning">{t`The other side is opened only when this one is gone. If something is left, close it first.`}</p>
    );
  return (
    <>
      <p>{isOpen ? t`The position is gone. Second step:` : t`Second step: ${sentWords}`}</p>
      {isOpen ? (
        <>
          {order === null ? null : <PolicyLine {...judged} />}
          <Button variant="primary" disabledReason={step.objection} onPress={step.send}>
            {words}
          </Button>
        </>
      ) : null}
      <ActNotice stage={stage} what={sentWords} done={placedText} />
      {sent === null ? null : <SentOrderResult {...search} {...sent} />}
    </>
  );
}
