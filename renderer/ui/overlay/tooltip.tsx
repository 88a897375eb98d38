import { type ReactNode, useId, useRef, useState } from 'react';
import './overlay.css';

export interface TooltipProps {
  readonly content: ReactNode;
  readonly children: ReactNode;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

/** Several lines on hover or focus. For one line the title attribute is enough. */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const show = () => {
    const box = anchor.current?.getBoundingClientRect();
    if (box === undefined) return;
    const isAbove = box.top > window.innerHeight / 2;
    // centred on its anchor, but never outside the window
    const middle = box.left + box.width / 2;
    const left = Math.min(Math.max(middle, 150), window.innerWidth - 150);
    setPlace({ left, top: isAbove ? box.top - 6 : box.bottom + 6, isAbove });
  };
  const hide = () => setPlace(null);
  return (
    <span
      ref={anchor}
      className="tooltip-anchor"
      tabIndex={0}
      aria-describedby={place === null ? undefined : id}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {place === null ? null : (
        <span
          id={id}
          role="tooltip"
          className="tooltip"
          style={{ left: place.left, top: place.top, transform: `translate(-50%, ${place.isAbove ? '-100%' : '0'})` }}
        >
          {content}
        </span>
      )}
    </span>
  );
}
