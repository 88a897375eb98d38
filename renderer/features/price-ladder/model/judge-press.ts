import type { Decimal } from '#shared/decimal.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import {
  breachOfPress,
  type LadderRules,
  type LadderTaking,
  orderOfPress,
  policyActionOfPress,
  type PressedAction,
  type PressedOrder,
  sizeOfPress,
} from './ladder-order.ts';
import { pressText, takingText } from './ladder-texts.ts';
import { t } from '#shared/words/t.ts';

export interface JudgeOptions {
  readonly rules: LadderRules;
  readonly taking: LadderTaking;
  /** as typed */
  readonly size: string;
  readonly isArmed: boolean;
  /** why nothing may be sent for this account now; null: it may */
  readonly validationError: string | null;
  /** what main will say of it; null: not enough is known here */
  readonly judgePolicy: (action: PolicyAction | null) => PolicyResult | null;
}

/** What becomes of a press: it is rejected, opens the ticket for a review (`because`: the reason, null where only arming is missing), or is sent. */
export type PressJudgement =
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'review';
      readonly size: Decimal;
      readonly words: string;
      readonly because: string | null;
    }
  | { readonly kind: 'send'; readonly size: Decimal; readonly words: string; readonly pressed: PressedOrder };

function refused(reason: string): PressJudgement {
  return { kind: 'refused', reason };
}

/** By the rules and the policy that main refuses by; only what needs no confirmation is sent at once, and only armed. */
export function judgePress(action: PressedAction, options: JudgeOptions): PressJudgement {
  const { rules, taking, isArmed, validationError, judgePolicy } = options;
  if (validationError !== null) return refused(validationError);
  const sized = sizeOfPress(options.size, action, rules.terms);
  if (!sized.ok) return refused(sized.reason);
  const { size } = sized;
  const pressed = orderOfPress(action, size, { rules, taking });
  const breach = breachOfPress(pressed, rules, taking);
  if (breach !== null) return refused(breach);
  const policyResult = judgePolicy(policyActionOfPress(pressed, rules));
  const [policyError] = policyResult?.validationErrors ?? [];
  if (policyError !== undefined) return refused(policyError.message);
  const words = `${pressText(action, size, rules.terms)}${takingText(pressed, taking)}`;
  const reason = taking.concern ?? reasonToReview(policyResult);
  if (isArmed && reason === null) return { kind: 'send', size, words, pressed };
  return { kind: 'review', size, words, because: isArmed ? reason : taking.concern };
}

/** Null: the policy asks for no review. */
function reasonToReview(policyResult: PolicyResult | null): string | null {
  if (policyResult === null) return t`the policy cannot be checked here now`;
  return policyResult.level === 'none' ? null : t`the policy requires a review at this size`;
}
