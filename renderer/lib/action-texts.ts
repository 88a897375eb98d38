import type { Intent } from '#shared/domain/account/intent.ts';
import { t } from '#shared/words/t.ts';

type Kind =
  | Intent['kind']
  | 'release'
  | 'dry-run'
  | 'timed-cancel'
  | 'audit-key'
  | 'audit-accepted'
  | 'archive-backup'
  | 'archive-delete'
  | 'archive-retention';
type State = Intent['state'] | 'refused' | 'done' | 'failed' | 'cancelled';

/** Exhaustive for what main writes; a journal of a later version may hold more. */
const kinds: Readonly<Record<Kind, string>> = {
  'place-order': t`place order`,
  'place-batch': t`place batch`,
  'place-futures-batch': t`place futures batch`,
  'place-stop': t`place stop`,
  'place-futures-order': t`place futures order`,
  'place-pair': t`place pair`,
  'place-protected-order': t`place protected order`,
  'cancel-order': t`cancel order`,
  'cancel-stop': t`cancel stop`,
  'cancel-futures-order': t`cancel futures order`,
  'add-margin': t`add margin`,
  'withdraw-margin': t`withdraw margin`,
  'set-margin-mode': t`set margin mode`,
  'set-cross-leverage': t`set cross leverage`,
  'set-risk-limit': t`set risk limit`,
  'set-position-mode': t`set position mode`,
  'place-margin-order': t`place margin order`,
  'cancel-margin-order': t`cancel margin order`,
  'cancel-margin-orders': t`cancel margin orders`,
  'amend-order': t`amend order`,
  'kill-switch': t`kill switch`,
  borrow: t`borrow`,
  repay: t`repay`,
  transfer: t`transfer`,
  release: t`release`,
  'dry-run': t`dry run`,
  'timed-cancel': t`timed cancel`,
  'audit-key': t`audit key`,
  'archive-backup': t`archive backup`,
  'archive-delete': t`delete history`,
  'archive-retention': t`retention`,
  'audit-accepted': t`new beginning of the audit`,
};

const states: Readonly<Record<State, string>> = {
  new: t`new`,
  sent: t`sent`,
  acknowledged: t`acknowledged`,
  rejected: t`rejected`,
  refused: t`blocked`,
  unknown: t`unknown`,
  'found-done': t`found to be done`,
  'found-absent': t`found not to be done`,
  dry: t`dry run`,
  done: t`done`,
  failed: t`failed`,
  cancelled: t`cancelled`,
};

const kindTexts: ReadonlyMap<string, string> = new Map(Object.entries(kinds));
const stateTexts: ReadonlyMap<string, string> = new Map(Object.entries(states));

/** What an action of the journal is called; the journal's own word where it is of a later version. */
export function actionKindText(kind: string): string {
  return kindTexts.get(kind) ?? kind;
}

/** What became of it by then; the journal's own word where it is of a later version. */
export function actionStateText(state: string): string {
  return stateTexts.get(state) ?? state;
}
