import type { SelfTradePrevention, TimeInForce } from '#shared/domain/scalars.ts';
import {
  type DraftEdit,
  type DraftField,
  isLimitKind,
  isStopKind,
  kindOf,
  type OrderKind,
  type TicketDraft,
} from './ticket-draft.ts';
import { t } from '#shared/words/t.ts';

type Rule = (draft: TicketDraft) => string | null;

const isFutures = ({ tradeType }: TicketDraft) => tradeType === 'futures';
const isMargin = ({ tradeType }: TicketDraft) => tradeType === 'cross' || tradeType === 'isolated';
const isStop = (draft: TicketDraft) => isStopKind(kindOf(draft));
const isPair = (draft: TicketDraft) => kindOf(draft) === 'pair';
const isReducing = ({ isReduceOnly, isClose }: TicketDraft) => isReduceOnly || isClose;

/** Why this order type is not available for the account of the draft, or null. */
export function orderTypeDisabledReason(draft: TicketDraft, kind: OrderKind): string | null {
  if (kind === 'pair' && isFutures(draft)) return t`For a contract, enter SL and TP in the order instead.`;
  return kind === 'pair' && isMargin(draft) ? t`The exchange takes pairs on plain spot only: place a stop here.` : null;
}

/** Why an order cannot live that long, or null. docs/exchange/endpoints.md §3.2, §4 and §8.3. */
export function timeInForceDisabledReason(draft: TicketDraft, life: TimeInForce): string | null {
  if (isFutures(draft) && (life === 'GTT' || life === 'FOK')) return t`Futures orders are GTC or IOC.`;
  return isStop(draft) && life === 'GTT' ? t`Stop orders have no expiry.` : null;
}

/** Why this self-trade prevention is unavailable, or null. */
export function selfTradeDisabledReason(draft: TicketDraft, way: SelfTradePrevention): string | null {
  return isFutures(draft) && way === 'DC' ? t`Futures orders are cancelled, never made smaller.` : null;
}

/** Whether it can rest at all; if not, why. */
function restRule(draft: TicketDraft, what: string): string | null {
  if (kindOf(draft) !== 'limit') return t`Only a limit order can be ${what}.`;
  const isQuick = draft.timeInForce === 'IOC' || draft.timeInForce === 'FOK';
  return isQuick ? t`${draft.timeInForce} never rests, so it cannot be ${what}.` : null;
}

/** Stop and profit beside an order. On spot the stop counts the size by risk alone, and the pair has both. */
function exitRule(draft: TicketDraft): string | null {
  if (isStop(draft)) return t`A stop order has no SL or TP of its own.`;
  return isFutures(draft) && isReducing(draft) ? t`A reduce-only order opens no position to protect.` : null;
}

/** Pairs of TP and SL exist on plain spot only, so on margin none can follow the fill. */
function noProfitText(draft: TicketDraft): string {
  return isMargin(draft)
    ? t`Margin orders have no SL/TP. Place a stop or a limit order after the fill.`
    : t`Place a pair after the fill: on spot nothing is held yet.`;
}

function lifeRule(draft: TicketDraft): string | null {
  if (isPair(draft)) return t`A pair waits until one of its two is done.`;
  return isLimitKind(kindOf(draft)) ? null : t`A market order does not wait: the exchange cancels the rest.`;
}

const onFutures = (draft: TicketDraft) => (isFutures(draft) ? null : t`Only on futures.`);
const onMargin = (draft: TicketDraft) => (isMargin(draft) ? null : t`Only on borrowed money.`);

const rules: { readonly [F in DraftField]?: Rule } = {
  kind: draft => orderTypeDisabledReason(draft, kindOf(draft)),
  size: draft => (isFutures(draft) && draft.isClose ? t`A close order closes the whole position.` : null),
  trigger: draft => (isStop(draft) ? null : t`Only a stop waits for a price.`),
  triggerBy: draft => (isFutures(draft) ? null : t`Spot stops trigger on the last price.`),
  stopLoss: exitRule,
  takeProfit: draft => exitRule(draft) ?? (isFutures(draft) || isPair(draft) ? null : noProfitText(draft)),
  timeInForce: draft => lifeRule(draft) ?? timeInForceDisabledReason(draft, draft.timeInForce),
  life: draft =>
    lifeRule(draft) ??
    timeInForceDisabledReason(draft, draft.timeInForce) ??
    (draft.timeInForce === 'GTT' ? null : t`Only GTT ends by the clock.`),
  isPostOnly: draft => {
    const isCovered = isFutures(draft) && (draft.isHidden || draft.visible.trim() !== '');
    return restRule(draft, t`post-only`) ?? (isCovered ? t`On futures post-only is not hidden and no iceberg.` : null);
  },
  isHidden: draft =>
    restRule(draft, t`hidden`) ??
    (draft.visible.trim() === '' ? null : t`An iceberg shows a part, a hidden order nothing.`),
  visible: draft =>
    restRule(draft, t`iceberg`) ?? (draft.isHidden ? t`A hidden order shows nothing, an iceberg a part.` : null),
  selfTrade: draft => (isStop(draft) || isPair(draft) ? t`Not for a stop: it executes when triggered.` : null),
  isReduceOnly: draft => onFutures(draft) ?? (draft.isClose ? t`A close order is always reduce-only.` : null),
  isClose: onFutures,
  leverage: draft =>
    onFutures(draft) ??
    (isReducing(draft) ? t`Reduce-only orders need no margin.` : null) ??
    (draft.marginMode === 'cross' ? t`A cross position has the leverage that is set for its contract.` : null),
  marginMode: onFutures,
  isAutoBorrow: draft =>
    onMargin(draft) ?? (isStop(draft) ? t`A stop borrows nothing, neither now nor when it fires.` : null),
  isAutoRepay: onMargin,
  tags: draft => (isFutures(draft) || isStop(draft) || isPair(draft) ? t`Only on plain spot and margin orders.` : null),
};

/** Why a field does not count now, or null: which other field excludes it, in words. Its value is kept and not sent. */
export function fieldDisabledReason(draft: TicketDraft, field: DraftField): string | null {
  return rules[field]?.(draft) ?? null;
}

/** What each field is when it was not chosen. */
const unchosen: readonly (readonly [DraftField, DraftEdit])[] = [
  ['trigger', { trigger: '' }],
  ['stopLoss', { stopLoss: '' }],
  ['takeProfit', { takeProfit: '' }],
  ['timeInForce', { timeInForce: 'GTC' }],
  ['isPostOnly', { isPostOnly: false }],
  ['isHidden', { isHidden: false }],
  ['visible', { visible: '' }],
  ['selfTrade', { selfTrade: null }],
  ['isReduceOnly', { isReduceOnly: false }],
  ['isClose', { isClose: false }],
  ['isAutoBorrow', { isAutoBorrow: false }],
  ['isAutoRepay', { isAutoRepay: false }],
  ['tags', { tags: '' }],
];

/** The draft with what is excluded as if it had not been chosen. */
export function withoutExcluded(draft: TicketDraft): TicketDraft {
  const excluded = unchosen.filter(([field]) => fieldDisabledReason(draft, field) !== null).map(([, edit]) => edit);
  return excluded.reduce<TicketDraft>((counted, edit) => Object.assign(counted, edit), { ...draft });
}
