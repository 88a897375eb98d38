import { type ReactNode, useId } from 'react';
import './panel.css';

export interface PanelFrameProps {
  readonly title: string;
  /** controls at the right of the title */
  readonly toolbar?: ReactNode;
  /** age chip and the like, last in the header */
  readonly status?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Box, title row, body, optional footer. Panels that show a read use Panel instead. */
export function PanelFrame({ title, toolbar, status, footer, children }: PanelFrameProps) {
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
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
