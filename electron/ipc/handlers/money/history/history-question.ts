import { type HistoryCount, type HistoryPart, historyRecords, type Retention } from '#shared/domain/archive/history.ts';
import type { AskUser } from '#policy/allowances.ts';

type Question = Parameters<AskUser>[0];
type Fact = Question['facts'][number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `account-ledger` as `Account ledger`. */
function titleOf(name: string): string {
  const text = name.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2026-03-05 09:30 UTC`. */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function durationText(ms: number): string {
  return ms < 2 * dayMs ? `${Math.ceil(ms / hourMs)} h` : `${Math.ceil(ms / dayMs)} days`;
}

function partText({ rows, fromMs, toMs, coveredMs }: HistoryPart): string {
  const span = fromMs === null || toMs === null ? '' : `, ${utcText(fromMs)} to ${utcText(toMs)}`;
  return `${rows} rows${span}; ${durationText(coveredMs)} of coverage`;
}

function factsOf({ rows, parts }: HistoryCount): readonly Fact[] {
  return [
    { label: 'Rows', value: String(rows) },
    ...parts.map(part => ({ label: titleOf(part.stream), value: partText(part) })),
  ];
}

const warning =
  'Deleted rows cannot be restored, except from a backup. The exchange no longer has most of them, and Fathom does not read them again. Balance snapshots and daily closes stay.';

const basics = { kind: 'confirm', profileName: 'Fathom', colour: 'slate', typeBack: 'delete', warning } as const;

/** Lists what a deletion deletes. `account`: its name, or all accounts. */
export function deletionQuestion(account: string, beforeMs: number, count: HistoryCount): Question {
  return {
    ...basics,
    title: 'Delete recorded history',
    facts: [{ label: 'Account', value: account }, { label: 'Older than', value: utcText(beforeMs) }, ...factsOf(count)],
    confirmLabel: 'Delete',
  };
}

/** `Ledger 30 days, Funding for ever`: the rules that differ. */
export function retentionText(before: Retention, after: Retention): string {
  return historyRecords
    .filter(record => before[record] !== after[record])
    .map(record => `${titleOf(record)} ${after[record] === undefined ? 'for ever' : `${after[record]} days`}`)
    .join(', ');
}

/** Lists what a shorter retention deletes at once. */
export function retentionQuestion(changes: string, count: HistoryCount): Question {
  return {
    ...basics,
    title: 'Keep recorded history for a shorter time',
    facts: [
      { label: 'Accounts', value: `all (${count.accounts})` },
      { label: 'Kept', value: changes },
      ...factsOf(count),
    ],
    warning: `Older rows are deleted now, and from then on once a day. ${warning}`,
    confirmLabel: 'Delete and keep shorter',
  };
}
