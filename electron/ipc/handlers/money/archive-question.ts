import { type ArchiveChoice, recordsLess } from '#shared/domain/archive/archive.ts';
import type { AskUser } from '#policy/allowances.ts';

type Question = Parameters<AskUser>[0];

const warning =
  'The exchange keeps some lists for only three days. Rows that it deletes before the archive reads them are lost.';

/** Asks before the archive records less: a pause, or a smaller share of the rate limits. Null: nothing is lost by it. */
export function archiveQuestion(before: ArchiveChoice, after: ArchiveChoice): Question | null {
  if (!recordsLess(before, after)) return null;
  const isPausing = after.isPaused && !before.isPaused;
  const isLowering = after.sharePercent < before.sharePercent;
  const share = { label: 'Share of the rate limits', value: shareText(before, after) };
  return {
    kind: 'confirm',
    profileName: 'Fathom',
    colour: 'slate',
    title: isPausing ? 'Pause the archive' : `Lower the share of the archive to ${after.sharePercent} %`,
    facts: [{ label: 'Profiles', value: 'all' }, ...(isLowering ? [share] : [])],
    warning: isPausing
      ? `Nothing is recorded until you resume it. ${warning}`
      : `The archive reads more slowly. ${warning}`,
    typeBack: null,
    confirmLabel: isPausing ? 'Pause' : 'Lower',
  };
}

function shareText(before: ArchiveChoice, after: ArchiveChoice): string {
  return `${after.sharePercent} %, now ${before.sharePercent} %`;
}
