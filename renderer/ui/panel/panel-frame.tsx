import { type ReactNode, useId } from 'react';
import './panel.css';

export interface PanelFrameProps {
  readonly title: string;
  /** controls at the right of the title */
  readonly toolbar?: ReactNode;
  /** age chip and the like, last in the header */
  readonly status?: ReactNode;
  readonly footer?: ReactNode;
  /** what is shown is old: what is summed up below it is as old */
  readonly isOld?: boolean | undefined;
  /** a panel that is laid out in its own way */
  readonly holds?: 'book' | 'price-ladder' | 'overseer' | undefined;
  readonly children: ReactNode;
}

/** Box, title row, body, optional footer. Panels that show a read use Panel instead. */
export function PanelFrame({ title, toolbar, status, footer, isOld = false, holds, children }: PanelFrameProps) {
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId} data-old={isOld || undefined} data-holds={holds}>
      <header className="panel-header">
        <h2 id={titleId} className="panel-title">
          {title}
        </h2>
        <div className="panel-toolbar">{toolbar}</div>
        {status}
      </header>
      <div className="panel-body">{children}</div>
      {footer === undefined ? null : <footer className="panel-footer">{footer}</footer>}
    </section>
  );
}
