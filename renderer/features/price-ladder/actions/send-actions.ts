import type { CallOutput } from '#shared/contract.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { TradeType } from '#shared/domain/scalars.ts';
import { assertNever } from '#shared/errors.ts';
import type { ConfirmLevel } from '#shared/policy/policy.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import type { PressedAction, PressedOrder } from '../model/ladder-order.ts';
import type { OwnMark } from '../own/own-marks.ts';
import { endOfFailure, type RowAction, useRowActionsStore } from './row-actions.ts';
import { t } from '#shared/words/t.ts';

/** Whose ladder it is. */
export interface LadderScope {
  readonly profileId: string;
  readonly market: Market;
}

type Ended = Pick<RowAction, 'stage' | 'detail'>;

const done: Ended = { stage: 'done', detail: null };

/** Sends one action, once, and keeps in its row what came of it. */
async function follow(action: Omit<RowAction, 'stage' | 'detail'>, send: () => Promise<Ended>): Promise<void> {
  const { begin, publish } = useRowActionsStore.getState();
  begin(action);
  try {
    publish(action.key, await send());
  } catch (thrown) {
    publish(action.key, endOfFailure(toFailure(thrown)));
  }
}

type PlaceCall = PressedOrder['call'];

function place(
  profileId: string,
  pressed: PressedOrder,
  { clientOid, confirmed }: { readonly clientOid: string; readonly confirmed: ConfirmLevel },
): Promise<CallOutput<PlaceCall>> {
  switch (pressed.call) {
    case 'orders.place':
      return call(pressed.call, { profileId, order: { ...pressed.order, clientOid }, confirmed });
    case 'margin.place':
      return call(pressed.call, { profileId, order: { ...pressed.order, clientOid }, confirmed });
    case 'stops.place':
      return call(pressed.call, { profileId, order: { ...pressed.order, clientOid }, confirmed });
    case 'orders.placeFutures':
      return call(pressed.call, { profileId, order: { ...pressed.order, clientOid }, confirmed });
    default:
      return assertNever(pressed);
  }
}

export interface PlacedPress {
  readonly action: PressedAction;
  readonly size: Decimal;
  readonly pressed: PressedOrder;
  readonly words: string;
}

/** Which account the order of a press trades for; null: a stop, which fills nothing itself. */
function tradeTypeOf(pressed: PressedOrder): TradeType | null {
  if (pressed.call === 'stops.place') return null;
  if (pressed.call === 'margin.place') return pressed.order.tradeType;
  return pressed.call === 'orders.place' ? 'spot' : 'futures';
}

/**
 * An armed press: it is sent at once, which the policy allows for what needs no confirmation and main checks again.
 * Returns the key of the action.
 */
export function sendPress({ profileId, market }: LadderScope, { action, size, pressed, words }: PlacedPress): string {
  const key = crypto.randomUUID();
  const { side, price } = action;
  void follow({ key, profileId, market, kind: 'place', side, price, size, orderId: null, words }, async () => {
    const { orderId } = await place(profileId, pressed, { clientOid: key, confirmed: 'none' });
    const tradeType = tradeTypeOf(pressed);
    if (tradeType !== null) useRowActionsStore.getState().place({ key, profileId, market, tradeType, orderId });
    return done;
  });
  return key;
}

export interface SentMove {
  readonly mark: OwnMark;
  readonly price: Decimal;
  readonly amend: AmendRequest;
  readonly words: string;
  readonly confirmed: ConfirmLevel;
}

/**
 * Another price for an own order. When the old one is over and no new one was placed, that is shown as a rejection:
 * neither is open. Returns the key of the action.
 */
export function sendMove(
  { profileId, market }: LadderScope,
  { mark, price, amend, words, confirmed }: SentMove,
): string {
  const { side, rest: size, id: orderId } = mark;
  const key = amend.clientOid;
  void follow({ key, profileId, market, kind: 'move', side, price, size, orderId, words }, async () => {
    const { outcome, orderId: newId, detail } = await call('orders.amend', { profileId, amend, confirmed });
    if (outcome === 'amended') {
      const placed = { key, profileId, market, tradeType: amend.tradeType, orderId: newId };
      if (!mark.isStop) useRowActionsStore.getState().place(placed);
      return done;
    }
    if (outcome === 'over') return { stage: 'refused', detail };
    const neither = t`Original cancelled, replacement not placed. ${detail}`;
    // the row forgets a rejection; a cancelled order must stay visible
    showToast('danger', `${market.symbol}: ${neither}`);
    return { stage: 'refused', detail: neither };
  });
  return key;
}

/** A cancel is a request: the list shows its result. */
export function sendCancel({ profileId, market }: LadderScope, mark: OwnMark, words: string): void {
  const { side, price, rest: size, id: orderId } = mark;
  const key = crypto.randomUUID();
  void follow({ key, profileId, market, kind: 'cancel', side, price, size, orderId, words }, async () => {
    const outcome = await cancel(profileId, mark);
    return outcome === 'requested' ? done : { stage: 'refused', detail: t`Nothing to cancel: see Fills.` };
  });
}

async function cancel(profileId: string, { of }: OwnMark): Promise<'requested' | 'already-done'> {
  const { venue, symbol, id: orderId, tradeType } = 'order' in of ? of.order : of.stop;
  if ('stop' in of) {
    const { pairId } = of.stop;
    const isMargin = marginTypeOf(tradeType) !== undefined;
    const { outcome } = await call('stops.cancel', { profileId, venue, symbol, orderId, pairId, isMargin });
    if (outcome === 'requested') noteCancel({ kind: 'stop', profileId, stop: of.stop });
    return outcome;
  }
  const { outcome } =
    marginTypeOf(tradeType) === undefined
      ? await call('orders.cancel', { profileId, venue, symbol, orderId })
      : await call('margin.cancel', { profileId, symbol, orderId });
  if (outcome === 'requested') noteCancel({ kind: 'order', profileId, order: of.order });
  return outcome;
}
