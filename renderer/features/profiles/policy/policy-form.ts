import { compare, type Decimal, divide, multiply } from '#shared/decimal.ts';
import { changesToAllow, type PolicyChange } from '#shared/policy/compare-policies.ts';
import {
  movementFigures,
  movementKinds,
  type MovementKind,
  type MovementLimits,
  type Movements,
} from '#shared/policy/movements.ts';
import { type ConfirmBand, type ConfirmLevel, Policy } from '#shared/policy/policy.ts';
import { readDecimalText } from '#ui/form/decimal-text.ts';
import { t } from '#shared/words/t.ts';

/** One limit of a kind of movement. */
export type MovementField = `${MovementKind}.${keyof MovementLimits}`;

export const movementField = (kind: MovementKind, figure: keyof MovementLimits): MovementField => `${kind}.${figure}`;

/** Something for each limit of each kind. */
function mapMovements<T>(of: (kind: MovementKind, figure: keyof MovementLimits) => T): Record<MovementField, T> {
  const pairs = movementKinds.flatMap(kind =>
    movementFigures.map(figure => [movementField(kind, figure), of(kind, figure)] as const),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names, which are all of them
  return Object.fromEntries(pairs) as Record<MovementField, T>;
}

/** The figures of a policy as they are typed: fractions in per cent, the bands as where each level begins. */
export interface PolicyText extends Readonly<Record<MovementField, string>> {
  readonly currency: string;
  readonly largestOrder: string;
  readonly largestBatch: string;
  readonly dailyNotional: string;
  readonly furthestPrice: string;
  readonly marketSlippage: string;
  readonly perSecond: string;
  readonly perMinute: string;
  /** empty: never */
  readonly summaryFrom: string;
  readonly typeFrom: string;
}

export type PolicyRights = Pick<Policy, 'mayPlace' | 'mayCancel' | 'mayMoveMargin' | 'mayBorrow' | 'mayTransfer'>;

/** What the user changed; what is not in it is as it was. */
export interface PolicyDraft {
  readonly text: Partial<PolicyText>;
  readonly rights: Partial<PolicyRights>;
}

export const emptyDraft: PolicyDraft = { text: {}, rights: {} };

function percent(fraction: Decimal): string {
  return multiply(fraction, '100');
}

/** Where a level, or a higher one, begins. */
function beginningOf(bands: readonly ConfirmBand[], levels: readonly ConfirmLevel[]): string {
  return bands.find(({ level }) => levels.includes(level))?.fromNotional ?? '';
}

export function textOf(policy: Policy): PolicyText {
  const { currency, largestOrder, largestBatch, dailyNotional, acts, bands } = policy;
  return {
    currency,
    largestOrder,
    largestBatch,
    dailyNotional,
    furthestPrice: percent(policy.furthestPrice),
    marketSlippage: percent(policy.marketSlippage),
    perSecond: String(acts.perSecond),
    perMinute: String(acts.perMinute),
    summaryFrom: beginningOf(bands, ['summary']),
    typeFrom: beginningOf(bands, ['type-symbol']),
    ...mapMovements((kind, figure) => policy.movements[kind][figure]),
  };
}

export interface PolicySummary {
  readonly text: PolicyText;
  readonly rights: PolicyRights;
  /** the policy that is wanted; null while a field is none */
  readonly wanted: Policy | null;
  /** why a field is none */
  readonly errors: Partial<Record<keyof PolicyText, string>>;
  readonly isChanged: boolean;
  /** what of it loosens, which the user is asked about in a window of its own */
  readonly looser: readonly PolicyChange[];
}

/** What is typed, held against the policy that counts now. `isPriced`: some book prices the currency. */
export function summarise(policy: Policy, draft: PolicyDraft, isPriced: (currency: string) => boolean): PolicySummary {
  const text = { ...textOf(policy), ...draft.text };
  const rights = { ...rightsOf(policy), ...draft.rights };
  const errors = errorsOf(text, isPriced);
  const isSame =
    keysOf(text).every(key => text[key] === textOf(policy)[key]) &&
    keysOf(rights).every(right => rights[right] === policy[right]);
  const wanted = Object.keys(errors).length > 0 ? null : readPolicy(text, rights);
  return {
    text,
    rights,
    errors,
    wanted,
    isChanged: !isSame,
    looser: wanted === null ? [] : changesToAllow(policy, wanted),
  };
}

function keysOf<T extends object>(of: T): readonly (keyof T)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names, which are those of the object
  return Object.keys(of) as (keyof T)[];
}

function rightsOf({ mayPlace, mayCancel, mayMoveMargin, mayBorrow, mayTransfer }: Policy): PolicyRights {
  return { mayPlace, mayCancel, mayMoveMargin, mayBorrow, mayTransfer };
}

/** Why a text is no such figure; null: it is one. */
type CheckText = (text: string) => string | null;

const amount: CheckText = text => (readDecimalText(text) === null ? t`An amount; 0 allows none.` : null);
const percentage: CheckText = text => {
  const value = readDecimalText(text);
  return value === null || compare(value, '100') > 0 ? t`From 0 to 100 %.` : null;
};
const beginning: CheckText = text =>
  text === '' || readDecimalText(text) !== null ? null : t`An amount, or empty for never.`;
const rowsUpTo =
  (most: number): CheckText =>
  text => {
    const count = countOf(text);
    return count >= 1 && count <= most ? null : t`A whole number from 1 to ${most}.`;
  };

const wholeNumber: CheckText = text => (/^\d{1,9}$/.test(text) ? null : t`A whole number; 0 allows none.`);

const checks: Readonly<Record<Exclude<keyof PolicyText, 'currency'>, CheckText>> = {
  largestOrder: amount,
  largestBatch: amount,
  dailyNotional: amount,
  furthestPrice: percentage,
  marketSlippage: percentage,
  perSecond: rowsUpTo(1_000),
  perMinute: rowsUpTo(10_000),
  summaryFrom: beginning,
  typeFrom: beginning,
  ...mapMovements(kind => (kind === 'settings' ? wholeNumber : amount)),
};

function errorsOf(text: PolicyText, isPriced: (currency: string) => boolean): PolicySummary['errors'] {
  const errors: Partial<Record<keyof PolicyText, string>> = {};
  for (const field of keysOf(checks)) {
    const error = checks[field](text[field]);
    if (error !== null) errors[field] = error;
  }
  if (!isPriced(text.currency)) errors.currency = t`No book prices this currency now.`;
  return errors;
}

function countOf(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

/** Null: too long to be one. */
function readPolicy(text: PolicyText, rights: PolicyRights): Policy | null {
  const read = (field: keyof PolicyText): Decimal => readDecimalText(text[field]) ?? '0';
  const fraction = (field: keyof PolicyText) => divide(read(field), '100', { scale: 28, rounding: 'down' });
  const parsed = Policy.safeParse({
    ...rights,
    currency: text.currency,
    largestOrder: read('largestOrder'),
    largestBatch: read('largestBatch'),
    dailyNotional: read('dailyNotional'),
    furthestPrice: fraction('furthestPrice'),
    marketSlippage: fraction('marketSlippage'),
    acts: { perSecond: countOf(text.perSecond), perMinute: countOf(text.perMinute) },
    bands: bandsOf(text),
    movements: movementsOf(read),
  });
  return parsed.success ? parsed.data : null;
}

function movementsOf(read: (field: keyof PolicyText) => Decimal): Movements {
  const limitsOf = (kind: MovementKind): MovementLimits => ({
    perHour: read(`${kind}.perHour`),
    perDay: read(`${kind}.perDay`),
    askFrom: read(`${kind}.askFrom`),
  });
  return {
    loans: limitsOf('loans'),
    transfers: limitsOf('transfers'),
    removedMargin: limitsOf('removedMargin'),
    settings: limitsOf('settings'),
  };
}

/** A summary is asked nowhere where the symbol is typed from the start. */
function bandsOf({ summaryFrom, typeFrom }: PolicyText): readonly ConfirmBand[] {
  const [summary, typed] = [readDecimalText(summaryFrom), readDecimalText(typeFrom)];
  const hasSummary = summary !== null && (typed === null || compare(summary, typed) < 0);
  return [
    ...(hasSummary ? [{ fromNotional: summary, level: 'summary' as const }] : []),
    ...(typed === null ? [] : [{ fromNotional: typed, level: 'type-symbol' as const }]),
  ];
}
