import { Component, type ReactNode } from 'react';
import '#ui/form/button.css';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import { t } from '#shared/words/t.ts';

interface PanelBoundaryProps {
  readonly title: string;
  readonly children: ReactNode;
}

interface PanelBoundaryState {
  readonly failure: string | null;
}

/** A bug in one panel costs that panel, not the window. React only catches in a class. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override readonly state: PanelBoundaryState = { failure: null };

  static getDerivedStateFromError(thrown: unknown): PanelBoundaryState {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render(): ReactNode {
    const { title, children } = this.props;
    if (this.state.failure === null) return children;
    return (
      <PanelFrame title={title}>
        <div className="failure" role="alert">
          <p className="failure-title">{t`This part of Fathom broke; the rest goes on.`}</p>
          <p className="failure-detail selectable">{this.state.failure}</p>
          {/* not `Button`: the page would load it before its first book for this alone */}
          <button
            type="button"
            className="button button-secondary button-small"
            onClick={() => this.setState({ failure: null })}
          >
            {t`Draw it again`}
          </button>
        </div>
      </PanelFrame>
    );
  }
}
