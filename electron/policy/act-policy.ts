import type { PolicyState } from '#shared/calls/policy-calls.ts';
import { type Decimal, isZero, multiply, sum } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { PolicyBook } from '#shared/policy/book-cost.ts';
import { judge, type PolicyFacts, type PolicyVerdict } from '#shared/policy/judge.ts';
import { type ConfirmLevel, confirmLevels, type Policy } from '#shared/policy/policy.ts';
import type { PolicyAct } from '#shared/policy/policy-act.ts';
import { rateIn, type Rates } from '#shared/policy/rates.ts';
import type { PolicyRefusal } from '#shared/policy/refusals.ts';
import { amountWords } from '#shared/policy/words.ts';
import type { IntentJournal, CountedOrder, SpentByCurrency } from '#store/intent-journal.ts';
import type { ActBudget } from './act-budget.ts';
import type { AskUser } from './allowances.ts';

/** What an act is priced by; see `ActPrices` of the market. */
export interface PolicyPrices {
  /** null: nobody knows it now */
  readonly book: (profileId: string, market: Market) => Promise<PolicyBook | null>;
  readonly rates: (
    profileId: string,
    to: string,
    /** whose turn it is at the exchange: an act's, or that of a panel that shows them */
    priority: 'act' | 'visible',
  ) => Promise<{ readonly rates: Rates; readonly asOfMs: number } | null>;
}

/** An act that wants to go. */
export interface PolicyQuestion {
  readonly profileId: string;
  readonly act: PolicyAct;
  /** the client marks of its orders, in their order; empty when it places none */
  readonly marks: readonly string[];
  /** what it is, in one line for people */
  readonly summary: string;
  /** what is typed back where the policy wants that: the symbol, or the currency that moves */
  readonly symbol: string;
  /** how the page says that it was confirmed */
  readonly confirmed: ConfirmLevel;
}

/** An act whose prices are known and that the user has confirmed. */
export interface PolicyCheck {
  /**
   * The last word, with nothing awaited between it and the journal: two acts at once cannot both have the last of the
   * day. Answers what the act counts; fails with `policy`.
   */
  readonly pass: () => Result<readonly CountedOrder[]>;
  /** when the user confirmed it in the trusted window; null: it was not asked there */
  readonly confirmedAtMs: number | null;
}

/** The policy of each profile, held against each act in main, whatever the page says. */
export interface ActPolicy {
  /**
   * Reads the prices, judges, and asks in the trusted window what must be typed there. Fails with `policy` (the rule,
   * the figure, the limit), or `declined`.
   */
  readonly check: (question: PolicyQuestion) => Promise<Result<PolicyCheck>>;
  /** What the page needs to judge as this does. */
  readonly state: (profileId: string) => Promise<PolicyState>;
}

export interface ActPolicyOptions {
  readonly policyOf: (profileId: string) => Policy;
  readonly journal: Pick<IntentJournal, 'spent'>;
  readonly prices: PolicyPrices;
  /** see `ActBudget` */
  readonly sentLately: ActBudget['sentLately'];
  /** the user, in the trusted window */
  readonly ask: AskUser;
  readonly profileOf: (profileId: string) => Result<Profile>;
  readonly nowMs: () => number;
}

export function createActPolicy(options: ActPolicyOptions): ActPolicy {
  const { policyOf, prices } = options;
  return {
    check: question => checkAct(question, options),
    state: async profileId => {
      const policy = policyOf(profileId);
      const read = await prices.rates(profileId, policy.currency, 'visible');
      const rates = read?.rates ?? {};
      const spentToday = spentIn(policy.currency, spentSince(profileId, options), rates);
      const sentLately = [...options.sentLately(profileId)];
      return { policy, spentToday, rates: { ...rates }, ratesAsOfMs: read?.asOfMs ?? null, sentLately };
    },
  };
}

type Known = Omit<PolicyFacts, 'spentToday'>;

async function checkAct(question: PolicyQuestion, options: ActPolicyOptions): Promise<Result<PolicyCheck>> {
  const judgeBy = (known: Known) => judgeNow(question, known, options);
  const first = await readFacts(question, options);
  const verdict = judgeBy(first);
  const refusal = refuse(verdict.refusals);
  if (refusal !== null) return refusal;
  const { marks } = question;
  // the page may say that a summary was read; what is typed is typed in a window that it cannot reach
  const said = question.confirmed === 'none' ? 'none' : 'summary';
  if (verdict.level !== 'type-symbol') {
    return succeed({ pass: () => pass(marks, judgeBy(first), said), confirmedAtMs: null });
  }
  const agreed = await askUser(
    question,
    { ...verdict, spentToday: spentNow(question.profileId, first, options) },
    options,
  );
  if (!agreed.ok) return agreed;
  const confirmedAtMs = options.nowMs();
  // the window may have been open for a while
  const later = await readFacts(question, options);
  return succeed({ pass: () => pass(marks, judgeBy(later), 'type-symbol'), confirmedAtMs });
}

function judgeNow({ profileId, act }: PolicyQuestion, known: Known, options: ActPolicyOptions): PolicyVerdict {
  return judge(act, options.policyOf(profileId), { ...known, spentToday: spentNow(profileId, known, options) });
}

/** In the policy's currency; null: it cannot be counted. */
function spentNow(profileId: string, { rates }: Known, options: ActPolicyOptions): Decimal | null {
  return spentIn(options.policyOf(profileId).currency, spentSince(profileId, options), rates);
}

/** Rates are read only where something is counted in another currency. */
async function readFacts({ profileId, act }: PolicyQuestion, options: ActPolicyOptions): Promise<Known> {
  const { policyOf, prices } = options;
  const { currency } = policyOf(profileId);
  const spent = spentSince(profileId, options);
  const currencies = [...currenciesOf(act), ...(spent.ok ? Object.keys(spent.value) : [])];
  const needsRates = currencies.some(each => rateIn({}, each, currency) === null);
  const [book, read] = await Promise.all([
    act.kind === 'place' ? prices.book(profileId, act.market) : null,
    needsRates ? prices.rates(profileId, currency, 'act') : null,
  ]);
  return { book, rates: read?.rates ?? {} };
}

function currenciesOf(act: PolicyAct): readonly string[] {
  if (act.kind === 'place') return [act.market.currency];
  if (act.kind === 'cancel' || act.kind === 'repay' || act.money === null) return [];
  return [act.money.currency];
}

const dayMs = 86_400_000;

/** Since midnight UTC. */
function spentSince(profileId: string, { journal, nowMs }: ActPolicyOptions): Result<SpentByCurrency> {
  return journal.spent(profileId, Math.floor(nowMs() / dayMs) * dayMs);
}

/** What was counted in another currency, before the policy changed, is turned into this one. */
function spentIn(currency: string, spent: Result<SpentByCurrency>, rates: Rates): Decimal | null {
  if (!spent.ok) return null;
  const amounts: Decimal[] = [];
  for (const [each, amount] of Object.entries(spent.value)) {
    const rate = rateIn(rates, each, currency);
    if (rate === null) return null;
    amounts.push(multiply(amount, rate));
  }
  return sum(amounts);
}

function pass(
  marks: readonly string[],
  verdict: PolicyVerdict,
  confirmed: ConfirmLevel,
): Result<readonly CountedOrder[]> {
  const refusal =
    refuse(verdict.refusals) ?? (isConfirmed(verdict, confirmed) ? null : unconfirmed(verdict, confirmed));
  return refusal ?? succeed(spendingsOf(marks, verdict));
}

function isConfirmed({ level }: PolicyVerdict, confirmed: ConfirmLevel): boolean {
  return confirmLevels.indexOf(confirmed) >= confirmLevels.indexOf(level);
}

function spendingsOf(marks: readonly string[], { counted, currency }: PolicyVerdict): readonly CountedOrder[] {
  return marks.flatMap((mark, row) => {
    const amount = counted[row] ?? null;
    return amount === null || isZero(amount) ? [] : [{ mark, currency, amount }];
  });
}

function refuse(refusals: readonly PolicyRefusal[]) {
  const [first] = refusals;
  if (first === undefined) return null;
  const { rule, figure, limit } = first;
  const message = `Nothing was sent. ${refusals.map(refusal => refusal.message).join(' ')}`;
  return fail('policy', message, { refusal: { rule, figure, limit } });
}

const confirmWords: Readonly<Record<ConfirmLevel, string>> = {
  none: 'nothing',
  summary: 'the summary',
  'type-symbol': 'the symbol typed',
};

function unconfirmed({ level, notional, currency }: PolicyVerdict, confirmed: ConfirmLevel) {
  const [figure, limit] = [confirmWords[confirmed], confirmWords[level]];
  const worth = notional === null ? 'An act that cannot be priced' : `An act worth ${amountWords(notional, currency)}`;
  const message = `Nothing was sent. ${worth} must be confirmed by ${limit}, and this was confirmed by ${figure}. Review it and send it again.`;
  return fail('policy', message, { refusal: { rule: 'confirmation', figure, limit } });
}

async function askUser(
  { profileId, summary, symbol }: PolicyQuestion,
  { notional, currency, spentToday }: PolicyVerdict & { readonly spentToday: Decimal | null },
  { ask, profileOf, policyOf }: ActPolicyOptions,
): Promise<Result<null>> {
  const profile = profileOf(profileId);
  if (!profile.ok) return profile;
  const { name, colour, spotUrl, futuresUrl } = profile.value;
  const { dailyNotional } = policyOf(profileId);
  const words = (amount: Decimal | null) => (amount === null ? 'not known' : amountWords(amount, currency));
  const question = {
    kind: 'confirm',
    profileName: name,
    colour,
    title: `Send this with ${name}?`,
    facts: [
      { label: 'Act', value: summary },
      { label: 'Worth', value: words(notional) },
      { label: 'Sent today', value: `${words(spentToday)} of ${amountWords(dailyNotional, currency)}` },
      { label: 'Spot', value: spotUrl },
      { label: 'Futures', value: futuresUrl },
    ],
    warning: 'It is large by the policy of this profile. Read it once more: it goes as soon as you agree.',
    typeBack: symbol,
    confirmLabel: 'Send it',
  } as const;
  return ask({ ...question, facts: [...question.facts] }, () => Promise.resolve(succeed(null)));
}
