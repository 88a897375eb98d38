import { visibleText } from '#shared/visible-text.ts';
import { Hidden, useHidden } from '#ui/value/hidden.tsx';

interface RecordTextProps {
  readonly label: string;
  readonly lines: readonly string[];
}

/** The text of a record of the own account: its lines stay lines, within one nothing hides or turns. */
export function RecordText({ label, lines }: RecordTextProps) {
  // it holds amounts among all else
  if (useHidden()) return <Hidden />;
  return (
    <pre className="timeline-record selectable" role="region" aria-label={label}>
      {lines.map(visibleText).join('\n')}
    </pre>
  );
}
