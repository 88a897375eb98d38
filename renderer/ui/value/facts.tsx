import type { ReactNode } from 'react';
import './facts.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** what the figure means and where it comes from */
  readonly hint: string;
}

/** Label and value, line by line. The hint is shown on hover and read with the label. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(fact => (
        <div key={fact.label} className="fact" title={fact.hint}>
          <dt aria-description={fact.hint}>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
