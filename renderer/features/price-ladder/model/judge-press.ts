import type { Decimal } from '#shared/decimal.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import {
  breachOfPress,
  type LadderRules,
  type LadderTaking,
  orderOfPress,
  policyActOfPress,
  type PressedAct,
  type PressedOrder,
  sizeOfPress,
} from './ladder-order.ts';
import { pressWords, takingWords } from './ladder-words.ts';
import { t } from '#shared/words/t.ts';

export interface JudgeOptions {
  readonly rules: LadderRules;
  readonly taking: LadderTaking;
  /** as typed */
  readonly size: string;
  readonly isArmed: boolean;
  /** why nothing may be sent for this account now; null: it may */
  readonly objection: string | null;
  /** what main will say of it; null: not enough is known here */
  readonly verdictOf: (act: PolicyAct | null) => PolicyVerdict | null;
}

/** What becomes of a press: it is refused, goes into the ticket to be reviewed (`because`: although armed), or is sent. */
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

/** By the rules and the policy that main refuses by; only what needs no confirmation goes at once, and only armed. */
export function judgePress(act: PressedAct, options: JudgeOptions): PressJudgement {
  const { rules, taking, isArmed, objection, verdictOf } = options;
  if (objection !== null) return refused(objection);
  const sized = sizeOfPress(options.size, act, rules.terms);
  if (!sized.ok) return refused(sized.reason);
  const { size } = sized;
  const pressed = orderOfPress(act, size, { rules, taking });
  const breach = breachOfPress(pressed, rules, taking);
  if (breach !== null) return refused(breach);
  const verdict = verdictOf(policyActOfPress(pressed, rules));
  const [refusal] = verdict?.refusals ?? [];
  if (refusal !== undefined) return refused(refusal.message);
  const words = `${pressWords(act, size, rules.terms)}${takingWords(pressed)}`;
  if (isArmed && verdict?.level === 'none') return { kind: 'send', size, words, pressed };
  return { kind: 'review', size, words, because: isArmed ? reasonToReview(verdict) : null };
}

function reasonToReview(verdict: PolicyVerdict | null): string {
  return verdict === null ? t`the policy cannot be judged here now` : t`the policy asks for a second look at this size`;
}
