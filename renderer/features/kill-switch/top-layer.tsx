import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface TopLayerProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Above everything, also above an open sheet. When it closes, the focus returns. */
export function TopLayer({ className, label, children }: TopLayerProps) {
  const ref = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const layer = ref.current;
    // a document that is not drawn, as in tests, has no layers
    layer?.showPopover?.();
    return () => {
      if (layer?.contains(document.activeElement) === true && before.current instanceof HTMLElement)
        before.current.focus();
      layer?.hidePopover?.();
    };
  }, []);
  return (
    <section
      ref={ref}
      popover="manual"
      className={className}
      aria-label={label}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {children}
    </section>
  );
}
