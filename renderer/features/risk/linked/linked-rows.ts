import type { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import { visibleText } from '#shared/visible-text.ts';
import type { LeftOut } from '#shared/risk/left-out.ts';
import { byDanger, type RiskRow } from '../model/risk-rows.ts';
import { atRisk, type RiskInputs } from '../model/risk-view.ts';
import { t } from '#shared/words/t.ts';

/** What is known of one linked account. */
export interface LinkedAnswer {
  readonly linkedId: string;
  /** as the user named its profile */
  readonly name: string;
  readonly data: Pick<LinkedAccount, 'isMaster' | 'positions'> | undefined;
  /** why the last reading failed, as a sentence */
  readonly error: string | null;
}

/** What the rows of other accounts are made with: contracts, rates and movements are the same for all. */
export type LinkedFacts = Pick<RiskInputs, 'contracts' | 'fundings' | 'movements' | 'priceOf' | 'nowMs'>;

export interface JoinedRows {
  /** the nearest to liquidation first */
  readonly rows: readonly RiskRow[];
  readonly leftOut: readonly LeftOut[];
}

/** Another account has only its positions here, and own data must not be taken for its. */
const unread = {
  balances: undefined,
  marginAccounts: undefined,
  marginAsOfMs: null,
  stops: undefined,
  config: undefined,
  symbols: undefined,
  missing: [],
} as const;

function rowsOfOne({ linkedId, name, data, error }: LinkedAnswer, facts: LinkedFacts): JoinedRows {
  const owner = visibleText(name);
  const without = (reason: string) => ({ what: t`Positions of ${owner}`, reason });
  const failed = error === null ? [] : [without(error)];
  if (data === undefined) return { rows: [], leftOut: error === null ? [without(t`Not loaded yet`)] : failed };
  if (data.isMaster === true)
    return { rows: [], leftOut: [without(t`The key of its profile opens an owner’s account, not a sub-account.`)] };
  const { rows, leftOut } = atRisk({ ...facts, ...unread, positions: data.positions.items });
  const missing = data.positions.missing === null ? [] : [without(data.positions.missing)];
  return {
    rows: rows.map(row => Object.assign({}, row, { id: `${linkedId} ${row.id}`, owner })),
    leftOut: [...failed, ...missing, ...leftOut.map(({ what, reason }) => ({ what: t`${what} of ${owner}`, reason }))],
  };
}

/** The rows of the profile with those of the accounts that are linked to it, and what is lacking of these. */
export function joinedRows(own: readonly RiskRow[], answers: readonly LinkedAnswer[], facts: LinkedFacts): JoinedRows {
  const others = answers.map(answer => rowsOfOne(answer, facts));
  return {
    rows: [...own, ...others.flatMap(({ rows }) => rows)].toSorted(byDanger),
    leftOut: others.flatMap(({ leftOut }) => leftOut),
  };
}
