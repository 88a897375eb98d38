import { useEffect } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import { isShortcut } from '#state/shortcuts.ts';
import { type PickedLevel, useUiStore } from '#state/ui-store.ts';
import { isPrefillRecent, type TicketPrefill, useTicketStore } from '#state/ticket-store.ts';
import { isTyping } from './is-typing.ts';

const sides = ['buy', 'sell'] as const;

/** Keys pressed while the ticket loads go to its size, and after Tab to its price. */
function onTheWay(key: string): TicketPrefill | null {
  const { isOpen, prefill, prefilledAtMs } = useTicketStore.getState();
  if (!isOpen || prefill === null || !isPrefillRecent({ prefill, prefilledAtMs })) return null;
  if (key === 'Tab') return { ...prefill, isInPrice: true };
  if (prefill.isInPrice === true)
    return /^[\d.+%abmid-]$/.test(key) ? { ...prefill, price: `${prefill.price ?? ''}${key}` } : null;
  return /^[\d.+%kmq-]$/.test(key) ? { ...prefill, size: `${prefill.size ?? ''}${key}` } : null;
}

/** A ticket that has no field yet cannot hear it. */
function closeOnTheWay(event: KeyboardEvent): void {
  const { isOpen, prefill, close } = useTicketStore.getState();
  if (!isOpen || prefill === null) return;
  event.stopPropagation();
  close();
}

function presetOf(key: string, market: string): TicketPrefill | null {
  const size = useUiStore.getState().presets[market]?.[Number(key) - 1] ?? '';
  return !useTicketStore.getState().isOpen || size === '' ? null : { size };
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.altKey && !event.metaKey;

/** What a key asks of the ticket, or null. */
function prefillOfKey(event: KeyboardEvent, market: string): TicketPrefill | null {
  const side = sides.find(each => isShortcut(event, each));
  if (side !== undefined) return { side };
  return isPlain(event) ? presetOf(event.key, market) : null;
}

/** Two keys open the ticket on their side; 1 to 4 put a preset of the market into it. */
export function useTicketKeys(market: Market): void {
  const { venue, symbol } = market;
  useEffect(() => {
    const take = (event: KeyboardEvent, ask: TicketPrefill) => {
      // or the letter would be typed into the size, which takes the focus
      event.preventDefault();
      useTicketStore.getState().open(ask);
    };
    // before every other key of the window: + and - would change the grouping of the book, D open the price ladder. And
    // between two listeners the ticket may be drawn and take the focus, so that the second no longer knows the receiver
    // of the key
    const onFirst = (event: KeyboardEvent) => {
      if (event.repeat || isTyping(event) || !isPlain(event)) return;
      if (event.key === 'Escape') {
        closeOnTheWay(event);
        return;
      }
      const typed = onTheWay(event.key);
      if (typed === null) return;
      event.stopPropagation();
      take(event, typed);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const next = event.repeat || isTyping(event) ? null : prefillOfKey(event, `${venue}:${symbol}`);
      if (next !== null) take(event, next);
    };
    document.addEventListener('keydown', onFirst, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onFirst, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [venue, symbol]);
}

/**
 * A level of the book that is pressed goes into the ticket. A price is joined: a bid by a buy, an ask by a sell, unless
 * the ticket is open and has its side. A size is taken: by an order of the other side.
 */
export function usePickedLevels(market: Market): void {
  const { symbol } = market;
  const picked = useUiStore(state => state.pickedLevel);
  useEffect(() => {
    if (picked?.isSize === undefined || picked.symbol !== symbol) return;
    const { isOpen, open } = useTicketStore.getState();
    open(prefillOfLevel(picked, isOpen));
  }, [picked, symbol]);
}

function prefillOfLevel({ side, price, isSize }: PickedLevel, isOpen: boolean) {
  if (isSize === true) return { price, side: side === 'bid' ? 'sell' : 'buy', isSweep: true } as const;
  return isOpen ? { price } : ({ price, side: side === 'bid' ? 'buy' : 'sell' } as const);
}
