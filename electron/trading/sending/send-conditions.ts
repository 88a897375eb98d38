import { type Failure, fail } from '#shared/errors.ts';
import type { WantedAction } from '#shared/rules/risk-reduction.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { TradingAccount } from '../trading-action.ts';

/** Why nothing is sent. */
export interface SendFailure {
  readonly ok: false;
  readonly error: Failure;
}

/** What decides beside the policy whether a profile sends, and may change while an action is prepared. */
export interface SendConditions {
  /**
   * Why the profile must not write now: `locked`, `no-profile` (it was removed, or another one was selected, or it was
   * opened again with another client), `read-only`, or the reason why it is not open; null: it may.
   */
  readonly refuseWrite: (account: TradingAccount) => SendFailure | null;
  /** why nothing but a cancel may be sent for the profile now, as a sentence, or null */
  readonly validationError: (profileId: string, wanted: WantedAction) => string | null;
  /** a frozen profile sends only cancels and actions that reduce; in a dry run nothing is sent */
  readonly safeguards: Pick<SafeguardList, 'of'>;
  readonly nowMs: () => number;
}

/** An action as it was asked for. */
export interface SendRequest {
  readonly account: TradingAccount;
  readonly isCancel: boolean;
  /** it can only make a position or a debt smaller */
  readonly isReducing: boolean;
  /** it is sent although lists of the account have not been read: `shared/rules/risk-reduction.ts` */
  readonly reducesRisk: boolean;
  /** null: not known yet, or the action has begun */
  readonly symbol: string | null;
  /** the profile was in a dry run when it was asked for, so it is never sent */
  readonly isDryRun: boolean;
  readonly requestedAtMs: number;
}

/** Longest time from the request, or from the typed confirmation, to the first byte. */
export const longestPreparationMs = 60_000;

/** Why the action must not be sent now, as a failure with its kind; null: it may. A cancel is always sent. */
export function refuseSend(
  { account, isCancel, isReducing, reducesRisk, symbol, requestedAtMs }: SendRequest,
  { refuseWrite, validationError, safeguards, nowMs }: SendConditions,
  confirmedAtMs: number | null = null,
): SendFailure | null {
  if (isCancel) return null;
  const refused = refuseWrite(account);
  if (refused !== null) return refused;
  if (!isReducing && safeguards.of(account.profileId).frozenSinceMs !== null) return refuseFrozen();
  const reason = validationError(account.profileId, { symbol, reducesRisk });
  if (reason !== null) return fail('not-reconciled', `Nothing was sent. ${reason}`);
  return nowMs() - (confirmedAtMs ?? requestedAtMs) > longestPreparationMs ? refuseLate() : null;
}

/** As `refuseSend`, for a later step of an action that has begun: a dry run stops it as well. */
export function refuseNextStep(
  asked: SendRequest,
  conditions: SendConditions,
  confirmedAtMs: number | null,
): SendFailure | null {
  const refused = refuseSend(asked, conditions, confirmedAtMs);
  if (refused !== null || !endsDry(asked, conditions)) return refused;
  return fail('dry-run', 'Dry run: the rest of it was not sent.');
}

/** Whether the action ends as a dry one: it was asked for in a dry run, or the profile is in one now. */
export function endsDry(
  { account, isDryRun }: SendRequest,
  { safeguards }: Pick<SendConditions, 'safeguards'>,
): boolean {
  return isDryRun || safeguards.of(account.profileId).isDryRun;
}

function refuseFrozen(): SendFailure {
  const message =
    'The kill switch froze this profile, so nothing was sent. Cancels, reduce-only orders, close orders and repayments are allowed. Release the profile to send others.';
  return fail('frozen', message);
}

function refuseLate(): SendFailure {
  const message = `Nothing was sent. Its preparation took longer than ${longestPreparationMs / 1_000} s, so prices and balances may differ now. Review it and send it again.`;
  return fail('timeout', message);
}
