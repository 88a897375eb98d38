import type { GroupedBook } from './model/levels.ts';
import { t } from '#shared/words/t.ts';
import { rich } from '#lib/rich.ts';

/** A book whose sides overlap is wrong, and a wrong book is not drawn. */
export function CrossedBook({ book }: { readonly book: GroupedBook }) {
  return (
    <div className="failure" role="alert">
      <p className="failure-title">{t`This book cannot be right, so it is not drawn.`}</p>
      <p className="failure-detail selectable">
        {rich`Best bid ${book.bids[0]?.[0]} is not below best ask ${book.asks[0]?.[0]}.`}
      </p>
    </div>
  );
}
