import type { TicketFigures } from '../model/figures.ts';
import type { ValidationError } from '../model/validation.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { checkCollar, checkPrice, checkSize, checkValue } from './amount-checks.ts';
import type { Check } from './check.ts';
import { checkExits, checkTrigger } from './exit-checks.ts';
import { checkFunds, checkLeverage, checkReduction } from './funds-checks.ts';
import {
  checkBook,
  checkIceberg,
  checkKind,
  checkLabels,
  checkLife,
  checkMarket,
  checkPostOnly,
} from './order-checks.ts';

const checks: readonly Check[] = [
  checkMarket,
  checkKind,
  checkBook,
  checkPrice,
  checkCollar,
  checkTrigger,
  checkSize,
  checkValue,
  checkReduction,
  checkFunds,
  checkLeverage,
  checkPostOnly,
  checkIceberg,
  checkLife,
  checkExits,
  checkLabels,
];

/** Why the order must not go as it is: no override. What cannot be read comes first. */
export function findValidationErrors(figures: TicketFigures, facts: TicketFacts): readonly ValidationError[] {
  return [...figures.validationErrors, ...checks.flatMap(check => check(figures, facts) ?? [])];
}
