import { useCallback, useEffect, useRef, useState } from 'react';
import { isMac } from '#lib/keys/keyboard.ts';

/** How long it is held before it fires. */
export const holdMs = 1_000;

export interface Hold {
  readonly isHeld: boolean;
  readonly begin: () => void;
  /** Letting go before the time is over aborts it. */
  readonly letGo: () => void;
}

/**
 * Something that is done only by holding on: once a hold, and not at all when it is let go early or the window is left.
 * `onAborted`: it was let go early.
 */
export function useHold(onHeld: () => void, onAborted: () => void): Hold {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const callbacks = useRef({ onHeld, onAborted });
  useEffect(() => {
    callbacks.current = { onHeld, onAborted };
  }, [onHeld, onAborted]);
  /** Whether it was held. */
  const drop = useCallback(() => {
    const wasHeld = timer.current !== undefined;
    clearTimeout(timer.current);
    timer.current = undefined;
    setHeld(false);
    return wasHeld;
  }, []);
  const letGo = useCallback(() => {
    if (drop()) callbacks.current.onAborted();
  }, [drop]);
  const begin = useCallback(() => {
    if (timer.current !== undefined) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      drop();
      callbacks.current.onHeld();
    }, holdMs);
  }, [drop]);
  useEffect(() => {
    addEventListener('blur', letGo);
    return () => {
      removeEventListener('blur', letGo);
      drop();
    };
  }, [letGo, drop]);
  return { isHeld, begin, letGo };
}

/** macOS sends no keyup of another key while Cmd is down: a tap with Cmd would count as a hold. There only Ctrl counts. */
function isShortcut({ ctrlKey, metaKey, shiftKey, altKey, code }: KeyboardEvent): boolean {
  const isHeldKey = ctrlKey || (metaKey && !isMac());
  return isHeldKey && shiftKey && !altKey && code === 'KeyX';
}

const parts = new Set(['KeyX', 'ControlLeft', 'ControlRight', 'MetaLeft', 'MetaRight', 'ShiftLeft', 'ShiftRight']);

/** Ctrl+Shift+X from anywhere, also while something is typed and over every sheet. */
export function useHoldKeys({ begin, letGo }: Hold, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) begin();
    };
    const onKeyUp = ({ code }: KeyboardEvent) => {
      if (parts.has(code)) letGo();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [begin, letGo, isOn]);
}
