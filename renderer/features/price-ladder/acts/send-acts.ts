import type { CallOutput } from '#shared/contract.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { AmendRequest } from '#shared/domain/account/order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { assertNever } from '#shared/errors.ts';
import type { ConfirmLevel } from '#shared/policy/policy.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import type { PressedAct, PressedOrder } from '../model/ladder-order.ts';
import type { OwnMark } from '../own/own-marks.ts';
import { endOfFailure, type RowAct, useRowActsStore } from './row-acts.ts';
import { t } from '#shared/words/t.ts';

/** Whose ladder it is. */
export interface LadderScope {
  readonly profileId: string;
  readonly market: Market;
}

type Ended = Pick<RowAct, 'stage' | 'detail'>;

const done: Ended = { stage: 'done', detail: null };

/** Sends one act, once, and keeps in its row what came of it. */
async function follow(act: Omit<RowAct, 'stage' | 'detail'>, send: () => Promise<Ended>): Promise<void> {
  const { begin, tell } = useRowActsStore.getState();
  begin(act);
  try {
    tell(act.key, await send());
  } catch (thrown) {
    tell(act.key, endOfFailure(toFailure(thrown)));
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
  readonly act: PressedAct;
  readonly size: Decimal;
  readonly pressed: PressedOrder;
  readonly words: string;
}

/** An armed press: it goes at once, which the policy allows for what needs no confirmation and main checks again. */
export function sendPress({ profileId, market }: LadderScope, { act, size, pressed, words }: PlacedPress): void {
  const key = crypto.randomUUID();
  const { side, price } = act;
  void follow({ key, profileId, market, kind: 'place', side, price, size, orderId: null, words }, async () => {
    await place(profileId, pressed, { clientOid: key, confirmed: 'none' });
    return done;
  });
}

export interface SentMove {
  readonly mark: OwnMark;
  readonly price: Decimal;
  readonly amend: AmendRequest;
  readonly words: string;
  readonly confirmed: ConfirmLevel;
}

/** Another price for an own order. When the old one is over and no new one came, that is said as a refusal: neither is alive. */
export function sendMove({ profileId, market }: LadderScope, { mark, price, amend, words, confirmed }: SentMove): void {
  const { side, rest: size, id: orderId } = mark;
  const key = amend.clientOid;
  void follow({ key, profileId, market, kind: 'move', side, price, size, orderId, words }, async () => {
    const { outcome, detail } = await call('orders.amend', { profileId, amend, confirmed });
    if (outcome === 'amended') return done;
    if (outcome === 'over') return { stage: 'refused', detail };
    const neither = t`Neither is alive. ${detail}`;
    // the row forgets a refusal; that an order is gone must be seen
    showToast('danger', `${market.symbol}: ${neither}`);
    return { stage: 'refused', detail: neither };
  });
}

/** A cancel is a request: the list tells what became of the order. */
export function sendCancel({ profileId, market }: LadderScope, mark: OwnMark, words: string): void {
  const { side, price, rest: size, id: orderId } = mark;
  const key = crypto.randomUUID();
  void follow({ key, profileId, market, kind: 'cancel', side, price, size, orderId, words }, async () => {
    const outcome = await cancel(profileId, mark);
    return outcome === 'requested' ? done : { stage: 'refused', detail: t`Nothing was left to cancel: see the fills.` };
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
