import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { type Decimal, isZero } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';
import type { PolicyBook } from '#shared/policy/book-cost.ts';
import { judge, type PolicyFacts, type PolicyResult } from '#shared/policy/judge.ts';
import { type MovementKind, nothingMoved } from '#shared/policy/movements.ts';
import { type ConfirmLevel, confirmLevels, type Policy } from '#shared/policy/policy.ts';
import type { PolicyAction } from '#shared/policy/policy-action.ts';
import { rateIn, type Rates } from '#shared/policy/rates.ts';
import type { PolicyError } from '#shared/policy/policy-errors.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import type { IntentJournal, CountedOrder, SpentByCurrency } from '#store/intent-journal.ts';
import type { ActionBudget } from './action-budget.ts';
import type { AskUser } from './allowances.ts';
import { confirmQuestion } from './confirm-question.ts';
import {
  createMovementCounts,
  type MovementCounts,
  type Reservation,
  settingUnit,
  totalOf,
} from './movement-counts.ts';

/** What an action is priced by; see `ActPrices` of the market. */
export interface PolicyPrices {
  /** null: unknown now */
  readonly book: (profileId: string, market: Market) => Promise<PolicyBook | null>;
  readonly rates: (
    profileId: string,
    to: string,
    /** whose turn it is at the exchange: an action's, or that of a panel that shows them */
    priority: 'action' | 'visible',
  ) => Promise<{ readonly rates: Rates; readonly asOfMs: number } | null>;
}

/** An action that wants to go. */
export interface PolicyQuestion {
  readonly profileId: string;
  readonly action: PolicyAction;
  /** the client marks of its orders, in their order; empty when it places none */
  readonly marks: readonly string[];
  /** what it is, in one line for people */
  readonly summary: string;
  /** what is typed back where the policy wants that: the symbol, or the currency that moves */
  readonly symbol: string;
  /** how the page says that it was confirmed */
  readonly confirmed: ConfirmLevel;
}

/** An action whose prices are known and that the user has confirmed. */
export interface PolicyCheck {
  /**
   * The last word, with nothing awaited between it and the journal: two actions at once cannot both have the last of
   * the day. Answers what the action counts; fails with `policy`.
   */
  readonly pass: () => Result<readonly CountedOrder[]>;
  /** Why a later step of it must not be sent any more, by the policy of now; null: it may. */
  readonly recheck: () => { readonly ok: false; readonly error: Failure } | null;
  /** when the user confirmed it in the trusted window; null: it was not asked there */
  readonly confirmedAtMs: number | null;
  /** It is in the journal now, or is not sent: what was reserved for it is given free. */
  readonly release: () => void;
}

/** The policy of each profile, held against each action in main, whatever the page says. */
export interface ActionPolicy {
  /**
   * Reads the prices, judges, and asks in the trusted window what must be typed there. Fails with `policy` (the rule,
   * the figure, the limit), or `declined`.
   */
  readonly check: (question: PolicyQuestion) => Promise<Result<PolicyCheck>>;
  /** What the page needs to judge as this does. */
  readonly state: (profileId: string) => Promise<PolicyState>;
}

export interface ActionPolicyOptions {
  readonly policyOf: (profileId: string) => Policy;
  readonly journal: Pick<IntentJournal, 'spent' | 'moved'>;
  readonly prices: PolicyPrices;
  /** see `ActBudget` */
  readonly sentLately: ActionBudget['sentLately'];
  /** the user, in the trusted window */
  readonly ask: AskUser;
  readonly profileOf: (profileId: string) => Result<Profile>;
  readonly nowMs: () => number;
}

export function createActionPolicy(options: ActionPolicyOptions): ActionPolicy {
  const { policyOf, prices, journal, nowMs } = options;
  const counts = createMovementCounts({ journal, nowMs });
  const judging = { ...options, counts };
  return {
    check: question => checkAction(question, judging),
    state: async profileId => {
      const policy = policyOf(profileId);
      const read = await prices.rates(profileId, policy.currency, 'visible');
      const rates = read?.rates ?? {};
      const spentToday = spentIn(policy.currency, spentSince(profileId, options), rates);
      const sentLately = [...options.sentLately(profileId)];
      const moved = counts.of(profileId, { currency: policy.currency, rates, except: null });
      return { policy, spentToday, moved, rates: { ...rates }, ratesAsOfMs: read?.asOfMs ?? null, sentLately };
    },
  };
}

type Known = Pick<PolicyFacts, 'book' | 'rates'>;

interface Judging extends ActionPolicyOptions {
  readonly counts: MovementCounts;
}

async function checkAction(question: PolicyQuestion, judging: Judging): Promise<Result<PolicyCheck>> {
  const { counts } = judging;
  const first = await readFacts(question, judging);
  const policyResult = judgeNow(question, first, { judging, except: null });
  const validationError = refuse(policyResult.validationErrors);
  if (validationError !== null) return validationError;
  // nothing is awaited since it was judged: of two at once the second is judged with the first
  const held = reserve(question.profileId, policyResult, counts);
  const release = () => held === null || counts.release(held);
  const checkOf = (known: Known, confirmed: ConfirmLevel, confirmedAtMs: number | null): PolicyCheck => ({
    pass: () => pass(question.marks, judgeNow(question, known, { judging, except: held }), confirmed),
    recheck: () => recheck(question, known, judging),
    confirmedAtMs,
    release: () => void release(),
  });
  // the page may say that a summary was read; what is typed is typed in a window that it cannot reach
  if (policyResult.level !== 'type-symbol')
    return succeed(checkOf(first, question.confirmed === 'none' ? 'none' : 'summary', null));
  let isAgreed = false;
  try {
    const agreed = await askUser(question, { ...policyResult, known: first }, judging);
    if (!agreed.ok) return agreed;
    const confirmedAtMs = judging.nowMs();
    // the window may have been open for a while
    const later = await readFacts(question, judging);
    isAgreed = true;
    return succeed(checkOf(later, 'type-symbol', confirmedAtMs));
  } finally {
    if (!isAgreed) release();
  }
}

function reserve(profileId: string, { movement, currency, level }: PolicyResult, counts: MovementCounts) {
  if (movement === null) return null;
  const { kind, amount } = movement;
  const isTyped = level === 'type-symbol';
  return counts.reserve({ profileId, kind, amount, currency: unitOf(kind, currency), isTyped });
}

function unitOf(kind: MovementKind, currency: string): string {
  return kind === 'settings' ? settingUnit : currency;
}

interface JudgedWith {
  readonly judging: Judging;
  /** its own reservation, which does not count twice */
  readonly except: Reservation | null;
}

function judgeNow(question: PolicyQuestion, known: Known, { judging, except }: JudgedWith): PolicyResult {
  const { profileId, action } = question;
  const policy = judging.policyOf(profileId);
  const spentToday = spentNow(profileId, known, judging);
  if (!isCounted(action)) return judge(action, policy, { ...known, spentToday });
  const moved = judging.counts.of(profileId, { currency: policy.currency, rates: known.rates, except });
  return judge(action, policy, { ...known, spentToday, moved });
}

/** Whether it counts beside orders. */
function isCounted({ kind }: PolicyAction): boolean {
  return kind === 'borrow' || kind === 'transfer' || kind === 'move-margin';
}

/** Of what has begun: by the policy of now, but for what it counts itself. */
function recheck({ profileId, action }: PolicyQuestion, known: Known, { policyOf }: Judging) {
  const facts = { ...known, spentToday: '0', moved: nothingMoved } as const;
  return refuse(judge(action, policyOf(profileId), facts).validationErrors);
}

/** In the policy's currency; null: it cannot be counted. */
function spentNow(profileId: string, { rates }: Known, options: ActionPolicyOptions): Decimal | null {
  return spentIn(options.policyOf(profileId).currency, spentSince(profileId, options), rates);
}

/** Rates are read only where something is counted in another currency. */
async function readFacts({ profileId, action }: PolicyQuestion, judging: Judging): Promise<Known> {
  const { policyOf, prices, counts } = judging;
  const { currency } = policyOf(profileId);
  const spent = spentSince(profileId, judging);
  const moved = isCounted(action) ? counts.currencies(profileId) : [];
  const currencies = [...currenciesOf(action), ...(spent.ok ? Object.keys(spent.value) : []), ...moved];
  const needsRates = currencies.some(each => rateIn({}, each, currency) === null);
  const [book, read] = await Promise.all([
    action.kind === 'place' ? prices.book(profileId, action.market) : null,
    needsRates ? prices.rates(profileId, currency, 'action') : null,
  ]);
  return { book, rates: read?.rates ?? {} };
}

function currenciesOf(action: PolicyAction): readonly string[] {
  if (action.kind === 'place') return action.market.currency === null ? [] : [action.market.currency];
  if (action.kind === 'cancel' || action.kind === 'repay' || action.money === null) return [];
  return [action.money.currency];
}

const dayMs = 86_400_000;

/** Since midnight UTC. */
function spentSince(profileId: string, { journal, nowMs }: ActionPolicyOptions): Result<SpentByCurrency> {
  return journal.spent(profileId, Math.floor(nowMs() / dayMs) * dayMs);
}

/** What was counted in another currency, before the policy changed, is turned into this one. */
function spentIn(currency: string, spent: Result<SpentByCurrency>, rates: Rates): Decimal | null {
  return spent.ok ? totalOf(spent.value, each => rateIn(rates, each, currency)) : null;
}

function pass(
  marks: readonly string[],
  policyResult: PolicyResult,
  confirmed: ConfirmLevel,
): Result<readonly CountedOrder[]> {
  const validationError =
    refuse(policyResult.validationErrors) ??
    (isConfirmed(policyResult, confirmed) ? null : unconfirmed(policyResult, confirmed));
  return validationError ?? succeed([...spendingsOf(marks, policyResult), ...movementsOf(policyResult, confirmed)]);
}

function isConfirmed({ level }: PolicyResult, confirmed: ConfirmLevel): boolean {
  return confirmLevels.indexOf(confirmed) >= confirmLevels.indexOf(level);
}

function spendingsOf(marks: readonly string[], { counted, currency }: PolicyResult): readonly CountedOrder[] {
  return marks.flatMap((mark, row) => {
    const amount = counted[row] ?? null;
    return amount === null || isZero(amount) ? [] : [{ mark, currency, amount }];
  });
}

function movementsOf({ movement, currency }: PolicyResult, confirmed: ConfirmLevel): readonly CountedOrder[] {
  if (movement === null || isZero(movement.amount)) return [];
  const { kind, amount } = movement;
  const isTyped = confirmed === 'type-symbol';
  return [{ mark: kind, currency: unitOf(kind, currency), amount, movement: { kind, isTyped } }];
}

function refuse(validationErrors: readonly PolicyError[]) {
  const [first] = validationErrors;
  if (first === undefined) return null;
  const { rule, figure, limit } = first;
  const message = `Nothing was sent. ${validationErrors.map(validationError => validationError.message).join(' ')}`;
  return fail('policy', message, { validationError: { rule, figure, limit } });
}

const confirmWords: Readonly<Record<ConfirmLevel, string>> = {
  none: 'nothing',
  summary: 'the summary',
  'type-symbol': 'the symbol typed',
};

function unconfirmed({ level, notional, currency }: PolicyResult, confirmed: ConfirmLevel) {
  const [figure, limit] = [confirmWords[confirmed], confirmWords[level]];
  const worth =
    notional === null
      ? 'An action that cannot be priced'
      : `An action with a value of ${amountWithCurrency(notional, currency)}`;
  const message = `Nothing was sent. ${worth} must be confirmed by ${limit}, and this was confirmed by ${figure}. Review it and send it again.`;
  return fail('policy', message, { validationError: { rule: 'confirmation', figure, limit } });
}

async function askUser(
  question: PolicyQuestion,
  { known, ...policyResult }: PolicyResult & { readonly known: Known },
  judging: Judging,
): Promise<Result<null>> {
  const { ask, profileOf, policyOf, counts } = judging;
  const { profileId } = question;
  const profile = profileOf(profileId);
  if (!profile.ok) return profile;
  const policy = policyOf(profileId);
  const spentToday = spentNow(profileId, known, judging);
  const moved = counts.of(profileId, { currency: policy.currency, rates: known.rates, except: null });
  const asking = confirmQuestion(question, { profile: profile.value, policyResult, policy, spentToday, moved });
  return ask(asking, () => Promise.resolve(succeed(null)));
}
