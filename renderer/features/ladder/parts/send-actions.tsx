import { useState } from 'react';
import type { Profile } from '#shared/domain/profile.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import type { ResumeTerms } from '../actions/resume-terms.ts';
import { pauseLadder, resumeLadder, retryRows } from '../actions/send-ladder.ts';
import { useResumeTerms } from '../facts/use-resume-terms.ts';
import type { LadderStanding, SentLadder } from '../model/ladder-views.ts';
import { isAbsent } from '../model/stages.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface SendActionsProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  /** why nothing may be sent now, or null */
  readonly validationError: string | null;
}

/** Pause, send the rest, and send again what is proven absent. Nothing is sent while a row is not known. */
export function SendActions(props: SendActionsProps) {
  const { sent, rungs, id } = props.view;
  if (sent === null) return null;
  if (sent.phase !== 'sending') return <ResumeActions {...props} sent={sent} />;
  const isWaiting = rungs.some(({ stage }) => stage.kind === 'waiting');
  return isWaiting ? <Button size="small" onPress={() => pauseLadder(id)}>{t`Pause`}</Button> : null;
}

/** What is sent: the rows that wait, or those that are proven absent. */
type Resumed = 'waiting' | 'absent';

function ResumeActions({ profile, view, sent, validationError }: SendActionsProps & { readonly sent: SentLadder }) {
  const [asked, setAsked] = useState<Resumed | null>(null);
  const terms = useResumeTerms(profile.id, sent);
  const { rungs, id } = view;
  const absent = rungs.filter(({ stage }) => isAbsent(stage)).map(({ row }) => row);
  const waiting = rungs.filter(({ stage }) => stage.kind === 'waiting').length;
  const isUnsure = rungs.some(({ stage }) => stage.kind === 'unknown');
  const unsure = isUnsure ? t`Rows of it are still being found out` : null;
  const reason = validationError ?? unsure ?? (terms.kind === 'refused' ? terms.reason : null);
  const send = (what: Resumed) => {
    const form = terms.kind === 'changed' ? terms.form : undefined;
    setAsked(null);
    if (what === 'waiting') resumeLadder(id, form);
    else retryRows(id, new Set(absent), form);
  };
  const press = (what: Resumed) => (terms.kind === 'changed' ? setAsked(what) : send(what));
  return (
    <>
      {waiting > 0 ? (
        <Button size="small" onPress={() => press('waiting')} disabledReason={reason}>
          {t`Send the other ${waiting}`}
        </Button>
      ) : null}
      {absent.length > 0 ? (
        <Button size="small" onPress={() => press('absent')} disabledReason={reason}>
          {t`Send ${absent.length} again`}
        </Button>
      ) : null}
      {asked === null || terms.kind !== 'changed' ? null : (
        <TermsQuestion
          profile={profile}
          view={view}
          terms={terms}
          count={asked === 'waiting' ? waiting : absent.length}
          disabledReason={reason}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface TermsQuestionProps {
  readonly profile: Profile;
  readonly view: LadderStanding;
  readonly terms: Extract<ResumeTerms, { readonly kind: 'changed' }>;
  readonly count: number;
  readonly disabledReason: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Margin mode or leverage is another one than when the ladder was reviewed: the rest goes with the present one, or not at all. */
function TermsQuestion({ profile, view, terms, count, ...question }: TermsQuestionProps) {
  const { reviewed, words, now, isOfPosition } = terms;
  return (
    <ConfirmSheet
      title={t`Margin mode or leverage changed`}
      confirmLabel={t`Send ${count} with ${words}`}
      profile={profile}
      facts={[
        { label: t`Market`, hint: orderHints.symbol, value: view.market.symbol },
        { label: t`Reviewed with`, hint: t`Margin mode and leverage at the time of the review`, value: reviewed },
        {
          label: isOfPosition ? t`Position now` : t`Contract now`,
          hint: t`Margin mode and leverage that the exchange reports now`,
          value: now,
        },
      ]}
      warning={t`The other orders are sent with the present margin mode and leverage, so that they do not change those of the position.`}
      {...question}
    />
  );
}
