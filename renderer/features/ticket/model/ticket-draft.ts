import type { MarginMode } from '#shared/domain/account/futures-account.ts';
import type { SelfTradePrevention, Side, TimeInForce, TradeType, Venue } from '#shared/domain/scalars.ts';
import { readPriceText } from '#shared/order-entry/price-text.ts';
import type { SizeUnit } from '#shared/order-entry/size-text.ts';

/** What kind of order it is. `pair`: take profit and stop loss of what is held, of which one ends the other. */
export type OrderKind = 'limit' | 'market' | 'stop-limit' | 'stop-market' | 'pair';

/** Everything that was typed or chosen. Texts are kept as typed; `summariseTicket` says what they come to. */
export interface TicketDraft {
  readonly tradeType: TradeType;
  readonly side: Side;
  readonly kind: OrderKind;
  readonly size: string;
  /** what a number without a unit counts */
  readonly sizeUnit: SizeUnit;
  readonly price: string;
  /** what sets a stop off */
  readonly trigger: string;
  /** futures: which price does: of the last trade, mark or index */
  readonly triggerBy: 'TP' | 'MP' | 'IP';
  readonly stopLoss: string;
  readonly takeProfit: string;
  readonly timeInForce: TimeInForce;
  /** when a GTT order ends: `17:30`, or after `90s`, `30m`, `8h`, `2d` */
  readonly life: string;
  /** null: on when the price betters its own side */
  readonly isPostOnly: boolean | null;
  readonly isHidden: boolean;
  /** what an iceberg shows; empty: it is none */
  readonly visible: string;
  readonly selfTrade: SelfTradePrevention | null;
  readonly isReduceOnly: boolean;
  /** closes the whole position */
  readonly isClose: boolean;
  readonly leverage: string;
  readonly marginMode: MarginMode;
  readonly isAutoBorrow: boolean;
  readonly isAutoRepay: boolean;
  readonly remark: string;
  readonly tags: string;
}

export type DraftField = keyof TicketDraft;
export type DraftEdit = Partial<TicketDraft>;

export function emptyTicket(venue: Venue): TicketDraft {
  return {
    tradeType: venue,
    side: 'buy',
    kind: 'limit',
    size: '',
    sizeUnit: venue === 'spot' ? 'base' : 'lots',
    price: '',
    trigger: '',
    triggerBy: 'MP',
    stopLoss: '',
    takeProfit: '',
    timeInForce: 'GTC',
    life: '30m',
    isPostOnly: null,
    isHidden: false,
    visible: '',
    selfTrade: null,
    isReduceOnly: false,
    isClose: false,
    leverage: '5',
    marginMode: 'isolated',
    isAutoBorrow: false,
    isAutoRepay: false,
    remark: '',
    tags: '',
  };
}

/** `m` in the price makes a market order of it, whatever was chosen. */
export function kindOf({ kind, price }: Pick<TicketDraft, 'kind' | 'price'>): OrderKind {
  const reading = readPriceText(price);
  const isMarket = reading.state === 'read' && reading.value.kind === 'market';
  if (!isMarket) return kind;
  if (kind === 'limit') return 'market';
  return kind === 'stop-limit' ? 'stop-market' : kind;
}

export function isStopKind(kind: OrderKind): boolean {
  return kind === 'stop-limit' || kind === 'stop-market';
}

/** The kinds that ask a price of the book. */
export function isLimitKind(kind: OrderKind): boolean {
  return kind === 'limit' || kind === 'stop-limit';
}

/**
 * What a press outside the ticket puts into it. A price without an order type goes where this type has one: into the
 * trigger of a stop market order; a market order becomes a limit order, as when its price is typed.
 */
export function prefillOf({ kind }: Pick<TicketDraft, 'kind'>, asked: DraftEdit): DraftEdit {
  const { price, ...rest } = asked;
  if (price === undefined || price === '' || asked.kind !== undefined) return asked;
  if (kind === 'stop-market') return { ...rest, trigger: price };
  return kind === 'market' ? { ...asked, kind: 'limit' } : asked;
}

/** Fields that a press outside the ticket names itself. */
const namedFields: ReadonlySet<string> = new Set<DraftField>(['side', 'price', 'trigger', 'size', 'sizeUnit']);

/** Whether an edit changes more than the price, side and size that the press named: type, account or flags. */
export function changesOrderTerms(draft: TicketDraft, edit: DraftEdit): boolean {
  const current: DraftEdit = draft;
  const changed = new Map<string, unknown>(Object.entries(edit));
  return Object.entries(current).some(
    ([field, value]) => !namedFields.has(field) && changed.has(field) && changed.get(field) !== value,
  );
}
