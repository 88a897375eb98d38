import type { Decimal } from '#shared/decimal.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { formatAge } from '#lib/age.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatClock } from '#lib/time.ts';
import type { TrackStage } from '../actions/track.ts';
import type { Followed } from '../actions/use-stages.ts';
import { t } from '#shared/words/t.ts';

const mostShown = 3;

/** What became of the last orders, each in one line. */
export function Tracks({ followed }: { readonly followed: readonly Followed[] }) {
  if (followed.length === 0) return null;
  return (
    <ol className="ticket-tracks" aria-label={t`Last orders`}>
      {followed.slice(0, mostShown).map(({ track, stage }) => (
        <li
          key={track.clientOid}
          className={`ticket-track ticket-track-${outcomeOf(stage)}`}
          title={`${formatClock(track.sentAtMs)} · ${track.words}`}
        >
          <span className="ticket-track-text">{track.words}</span>
          <b role="status">{stageWords(stage)}</b>
          <Answer track={track} stage={stage} />
        </li>
      ))}
    </ol>
  );
}

/** The colour of its outcome: only what was cancelled without a fill is struck through. */
function outcomeOf(stage: TrackStage): TrackStage['kind'] {
  return stage.kind === 'cancelled' && stage.filled !== '0' ? 'part-filled' : stage.kind;
}

/** How long the exchange took to answer, or that it did not. */
function Answer({ track, stage }: Pick<Followed, 'track' | 'stage'>) {
  const { answer, answeredAtMs, sentAtMs } = track;
  if (answeredAtMs === null) return <span />;
  const took = tookText(answeredAtMs - sentAtMs);
  const isLost = answer.kind === 'failed' && answer.error.isOutcomeUnknown;
  if (!isLost)
    return (
      <span className="number" title={t`Answered after ${took}`}>
        {took}
      </span>
    );
  // where the order is not found, its state says as much
  const isSaid = stage.kind === 'unknown' || stage.kind === 'absent';
  return <span title={t`No response within ${took}`}>{isSaid ? '' : t`no response`}</span>;
}

function tookText(ms: number): string {
  return ms < 1000 ? t`${Math.round(ms)} ms` : formatAge(ms);
}

const plain = {
  sending: t`sending`,
  acknowledged: t`acknowledged`,
  gone: t`cancelled: neither leg is open or filled`,
  unknown: t`unknown: checking`,
  absent: t`not placed: the exchange does not have it`,
  dry: t`dry run: checked, not sent`,
} as const;

const otherLeg = { TP: 'SL', SL: 'TP' } as const;

function stageWords(stage: TrackStage): string {
  if (stage.kind === 'rejected') return t`rejected: ${stage.words}`;
  if (stage.kind === 'waiting')
    return stage.legs === undefined ? t`untriggered` : t`${stage.legs.join(t` and `)} untriggered`;
  if (!('filled' in stage)) return plain[stage.kind];
  return stage.leg === undefined
    ? filledWords(stage)
    : t`${stage.leg} ${filledWords(stage)}, ${otherLeg[stage.leg]} cancelled`;
}

function filledWords(stage: Extract<TrackStage, { readonly filled: Decimal | null }>): string {
  if (stage.kind === 'open') return t`open`;
  if (stage.filled === null)
    return stage.kind === 'cancelled' ? t`cancelled, filled amount unknown` : t`filled amount unknown`;
  const filled = formatOwn(stage.filled);
  const amount = stage.size === null ? filled : t`${filled} of ${formatOwn(stage.size)}`;
  const average = stage.average === null ? '' : t` at average ${formatDecimal(stage.average)}`;
  if (stage.kind === 'filled') return t`filled ${filled}${average}`;
  if (stage.kind === 'cancelled')
    return stage.filled === '0' ? t`cancelled, nothing filled` : t`filled ${amount}${average}, rest cancelled`;
  return t`filled ${amount}`;
}
