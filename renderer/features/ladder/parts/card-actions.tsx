import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { cancelLadder } from '../acts/cancel-ladder.ts';
import { pauseLadder, resumeLadder, retryRows } from '../acts/send-ladder.ts';
import type { LadderStanding } from '../model/ladder-views.ts';
import { firstEndMs } from '../model/extension.ts';
import { isAbsent } from '../model/stages.ts';
import { ExtendQuestion } from './extend-ladder-question.tsx';
import { t } from '#shared/words/t.ts';

export interface CardProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  /** why nothing may be done now, or null */
  readonly objection: string | null;
}

/** What can be done with a ladder now. */
export function CardActions({ profile, view, objection }: CardProps) {
  const [asked, setAsked] = useState<'cancel' | 'extend' | null>(null);
  const close = () => setAsked(null);
  const isUnsure = view.rungs.some(({ stage }) => stage.kind === 'unknown');
  const resting = view.rungs.filter(({ order }) => order !== undefined).length;
  return (
    <span className="ladder-actions">
      <SendActions view={view} objection={objection} />
      {firstEndMs(view) === null ? null : (
        <Button
          size="small"
          onPress={() => setAsked('extend')}
          disabledReason={objection ?? (isUnsure ? t`Rows of it are still being found out` : null)}
        >{t`Extend…`}</Button>
      )}
      {resting > 0 ? (
        <Button size="small" variant="danger" onPress={() => setAsked('cancel')} disabledReason={objection}>
          {t`Cancel ${resting}`}
        </Button>
      ) : null}
      {asked === 'cancel' ? <CancelQuestion profile={profile} view={view} onClose={close} /> : null}
      {asked === 'extend' ? <ExtendQuestion profile={profile} view={view} onClose={close} /> : null}
    </span>
  );
}

/** Pause and go on, and what is proven absent once more. Nothing is sent while a row is not known. */
function SendActions({ view, objection }: Omit<CardProps, 'profile'>) {
  const { sent, rungs, id } = view;
  if (sent === null) return null;
  const absent = rungs.filter(({ stage }) => isAbsent(stage));
  const waiting = rungs.filter(({ stage }) => stage.kind === 'waiting').length;
  const isUnsure = rungs.some(({ stage }) => stage.kind === 'unknown');
  const reason = objection ?? (isUnsure ? t`Rows of it are still being found out` : null);
  if (sent.phase === 'sending')
    return waiting === 0 ? null : <Button size="small" onPress={() => pauseLadder(id)}>{t`Pause`}</Button>;
  return (
    <>
      {waiting > 0 ? (
        <Button size="small" onPress={() => resumeLadder(id)} disabledReason={reason}>
          {t`Send the other ${waiting}`}
        </Button>
      ) : null}
      {absent.length > 0 ? (
        <Button
          size="small"
          onPress={() => retryRows(id, new Set(absent.map(({ row }) => row)))}
          disabledReason={reason}
        >{t`Send ${absent.length} again`}</Button>
      ) : null}
    </>
  );
}

interface QuestionProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  readonly onClose: () => void;
}

function CancelQuestion({ profile, view, onClose }: QuestionProps) {
  const resting = view.rungs.filter(({ order }) => order !== undefined).length;
  const waiting = view.rungs.filter(({ stage }) => stage.kind === 'waiting').length;
  return (
    <ConfirmSheet
      title={t`Cancel what is left of this ladder?`}
      confirmLabel={t`Cancel ${resting} of ${view.rungs.length}`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Market`, value: view.market.symbol },
        { label: t`Resting now`, value: resting },
        ...(waiting > 0 ? [{ label: t`Not sent`, value: t`${waiting}; they stay unsent` }] : []),
      ]}
      onConfirm={async () => {
        await cancelLadder(profile.id, view);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
