import type { LeftOut } from '#shared/risk/left-out.ts';
import { t } from '#shared/words/t.ts';

/** What the totals above omit, each with its reason; also states when nothing is missing. */
export function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return <span>{t`Complete`}</span>;
  return (
    <details className="risk-left-out">
      <summary>{t`${leftOut.length} not included`}</summary>
      <ul>
        {leftOut.map(({ what, reason }) => (
          <li key={`${what} ${reason}`}>
            <strong>{what}</strong> {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
