import { type ReactNode, useEffect, useRef } from 'react';

interface TopLayerProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Over everything, also over a sheet that was open before. */
export function TopLayer({ className, label, children }: TopLayerProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const layer = ref.current;
    // a document that is not drawn, as in tests, has no layers
    if (layer === null || typeof layer.showPopover !== 'function') return undefined;
    layer.showPopover();
    return () => layer.hidePopover();
  }, []);
  return (
    <section ref={ref} popover="manual" className={className} aria-label={label}>
      {children}
    </section>
  );
}
