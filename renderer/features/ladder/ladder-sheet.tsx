import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { keyLabel } from '#lib/keys/keyboard.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { useAtTick } from '#ui/clock.ts';
import { usePageMark } from '#ui/page-mark.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import { useMarketRead } from '#bridge/actions/use-market-rules.ts';
import { Facts } from '#ui/value/facts.tsx';
import './ladder.css';
import { LadderFields } from './parts/ladder-fields.tsx';
import { LadderGrid } from './parts/ladder-grid.tsx';
import { LadderReviewPart } from './parts/ladder-review.tsx';
import { policyText, totalFacts } from './parts/ladder-texts.ts';
import { useGhosts } from './use-ghosts.ts';
import { endPassed } from '#lib/moments/reviewed-end.ts';
import { type LadderEditor, useLadder } from './use-ladder.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface LadderSheetProps {
  readonly profile: Profile;
  readonly mode: string;
  readonly market: Market;
}

/** Composes many limit orders of one market as one thing, shows each, and sends them after a review. */
export function LadderSheet({ profile, mode, market }: LadderSheetProps) {
  const close = useLadderStore(state => state.close);
  const showPanel = useWorkspaceStore(state => state.showPanel);
  const form = useLadder(profile, market);
  const rules = useMarketRead(profile.id, market);
  const box = useRef<HTMLDivElement>(null);
  const sizeRef = useRef<HTMLDivElement>(null);
  usePageMark('data-with-ladder-sheet', true);
  useFocus(form, { box, sizeRef });
  useGhosts(form, market);
  useTablePaste(form, box);
  const submit = () => {
    if (!form.submit()) return;
    showPanel('ladders');
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) submit();
  };
  return (
    <Sheet
      title={t`Scaled order: ${market.symbol} · ${mode}`}
      profile={profile}
      isBeside
      read={rules}
      onClose={form.review === null ? close : form.back}
      actions={<Actions form={form} onGo={submit} onClose={close} />}
    >
      <div ref={box} className="ladder-sheet" data-side={form.draft.side} onKeyDown={onKeyDown}>
        {form.review === null ? (
          <Compose form={form} sizeRef={sizeRef} scope={`${profile.id}:${market.venue}`} />
        ) : (
          <LadderReviewPart profile={profile} mode={mode} review={form.review} now={form.facts} />
        )}
      </div>
    </Sheet>
  );
}

interface FocusTargets {
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly sizeRef: React.RefObject<HTMLDivElement | null>;
}

/** The size first; the review takes the focus from the fields, so that the same key submits. */
function useFocus({ facts, review }: LadderEditor, { box, sizeRef }: FocusTargets): void {
  const isKnown = facts !== null;
  const isReviewing = review !== null;
  useEffect(() => {
    if (isReviewing) box.current?.querySelector<HTMLElement>('.ladder-review')?.focus();
    else if (isKnown) sizeRef.current?.querySelector('input')?.focus();
  }, [isKnown, isReviewing, box, sizeRef]);
}

/**
 * A table goes into the grid wherever it is pasted: into any field of the sheet, and where nothing has the focus, as
 * after a press between the fields. A single value goes into its field, and what is pasted beside the sheet stays
 * there.
 */
function useTablePaste({ review, paste }: LadderEditor, box: FocusTargets['box']): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const dialog = box.current?.closest('dialog');
    const isHere = document.activeElement === document.body || dialog?.contains(document.activeElement) === true;
    if (review === null && isHere && paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}

interface ComposeProps {
  readonly form: LadderEditor;
  readonly sizeRef: FocusTargets['sizeRef'];
  readonly scope: string;
}

function Compose({ form, sizeRef, scope }: ComposeProps) {
  const { facts, summary, edit } = form;
  if (facts === null || summary === null) return <Skeleton rows={8} />;
  return (
    <>
      <LadderFields form={form} sizeRef={sizeRef} scope={scope} />
      {[...summary.validationErrors, ...(summary.crossing === null ? [] : [summary.crossing]), ...summary.warnings].map(
        text => (
          <p key={text} className="notice notice-warning">
            {text}
          </p>
        ),
      )}
      {summary.fixes.length === 0 ? null : (
        <div className="ladder-fixes" role="group" aria-label={t`Quick fixes`}>
          {summary.fixes.map(({ label, edit: change }) => (
            <Button key={label} size="small" onPress={() => edit(change)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <LadderGrid form={form} />
      {summary.totals === null ? null : (
        <Facts
          facts={[
            ...totalFacts(summary.totals, facts.terms),
            { label: t`Policy`, hint: orderHints.policy, value: policyText(summary, facts) },
          ]}
        />
      )}
    </>
  );
}

interface ActionsProps {
  readonly form: LadderEditor;
  readonly onGo: () => void;
  readonly onClose: () => void;
}

function Actions({ form, onGo, onClose }: ActionsProps) {
  const { summary, review, facts } = form;
  // the empty text: nothing has passed
  const passed = useAtTick(nowMs => (review === null ? '' : (endPassed(review.end, nowMs) ?? '')));
  if (review === null)
    return (
      <>
        <Button onPress={onClose}>{t`Close`}</Button>
        <Button
          variant="primary"
          onPress={onGo}
          disabledReason={summary === null ? t`The market is unknown` : summary.validationError}
        >
          {keyLabel(t`Review (Ctrl+Enter)`)}
        </Button>
      </>
    );
  return (
    <>
      <Button onPress={form.back}>{t`Back`}</Button>
      <Button
        variant="primary"
        onPress={onGo}
        disabledReason={facts?.validationError ?? (passed === '' ? null : passed)}
      >
        {keyLabel(t`Send ${review.summary.rungs.length} orders (Ctrl+Enter)`)}
      </Button>
    </>
  );
}
