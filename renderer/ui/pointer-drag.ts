/** A press that moves less than this is a click; one that moves further is a drag. */
export const leastTravelPx = 4;

export interface PointerDragOptions<Held> {
  readonly element: HTMLElement;
  /** what a press of the main button takes hold of; null: nothing that is dragged */
  readonly grab: (event: PointerEvent) => Held | null;
  /** the pointer continues with it, wherever on the screen; false: it is let go, and nothing comes of it */
  readonly onMove: (held: Held, event: PointerEvent) => boolean;
  /** nothing is dragged any more */
  readonly onEnd: () => void;
  /** let go after it was dragged */
  readonly onDrop: (held: Held, event: PointerEvent) => void;
  /** the pointer is over the element with nothing in hand */
  readonly onHover?: (event: PointerEvent) => void;
  /** the element does something of its own with a held pointer, as a chart that scrolls: kept from it */
  readonly isExclusive?: boolean;
}

interface Pressed<Held> {
  readonly held: Held | null;
  readonly xPx: number;
  readonly yPx: number;
  readonly isMoving: boolean;
}

function travelled({ xPx, yPx }: Pressed<unknown>, { clientX, clientY }: MouseEvent): boolean {
  return Math.hypot(clientX - xPx, clientY - yPx) >= leastTravelPx;
}

/**
 * Drags what an element shows, by whatever it is drawn. Nothing is asked before it is let go, Escape leaves all as it was,
 * and a press that wandered off is no click on the element.
 */
export function createPointerDrag<Held>(options: PointerDragOptions<Held>): { readonly stop: () => void } {
  const { element, isExclusive = false } = options;
  let pressed: Pressed<Held> | null = null;
  let swallowsClick = false;
  const isHeld = () => pressed !== null && pressed.held !== null;

  const end = () => {
    if (pressed?.isMoving === true) options.onEnd();
    pressed = null;
  };
  const begin = (event: PointerEvent) => {
    swallowsClick = false;
    if (event.button !== 0) return;
    pressed = { held: options.grab(event), xPx: event.clientX, yPx: event.clientY, isMoving: false };
    if (isExclusive && isHeld()) event.stopPropagation();
  };
  // the element would scroll with the same hand
  const keep = (event: MouseEvent) => {
    if (!isExclusive || !isHeld()) return;
    event.stopPropagation();
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    if (pressed === null || pressed.held === null) {
      const isOver = event.target instanceof Node && element.contains(event.target);
      if (isOver) options.onHover?.(event);
      return;
    }
    if (!pressed.isMoving && !travelled(pressed, event)) return;
    const isWanted = options.onMove(pressed.held, event);
    pressed = isWanted ? { ...pressed, isMoving: true } : { ...pressed, held: null, isMoving: false };
  };
  const drop = (event: PointerEvent) => {
    const ended = pressed;
    if (ended === null) return;
    swallowsClick = ended.isMoving || travelled(ended, event);
    end();
    if (ended.held !== null && ended.isMoving) options.onDrop(ended.held, event);
  };
  const abort = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || pressed?.held == null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const { xPx, yPx } = pressed;
    end();
    // what is let go after that is no click either
    pressed = { held: null, xPx, yPx, isMoving: false };
  };
  const swallow = (event: MouseEvent) => {
    if (swallowsClick) event.stopPropagation();
    swallowsClick = false;
  };
  const hearing = new AbortController();
  const captured = { capture: true, signal: hearing.signal } as const;
  element.addEventListener('pointerdown', begin, captured);
  element.addEventListener('mousedown', keep, captured);
  element.addEventListener('click', swallow, captured);
  window.addEventListener('pointermove', move, captured);
  window.addEventListener('pointerup', drop, captured);
  window.addEventListener('pointercancel', end, captured);
  window.addEventListener('keydown', abort, captured);
  return { stop: () => hearing.abort() };
}
