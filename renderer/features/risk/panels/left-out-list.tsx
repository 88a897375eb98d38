import type { LeftOut } from '#shared/risk/left-out.ts';
import { t } from '#shared/words/t.ts';

/** What the totals above lack, each with its reason; that nothing is missing is said too. */
export function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return <span>{t`Nothing is left out`}</span>;
  return (
    <details className="risk-left-out">
      <summary>{t`${leftOut.length} left out`}</summary>
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
