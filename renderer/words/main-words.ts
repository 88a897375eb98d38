import type { CallName, EventName } from '#shared/contract.ts';

/** Where answers and events of the main process hold sentences of its own: steps by a dot, `*` for each of a list. */

const partial = ['completeness.missing.*.part', 'completeness.missing.*.reason'];
const past = ['coverage.unread.*.reason'];
const failure = ['message', 'validationError.figure', 'validationError.limit'];
const coverage = ['otherPairs', 'classicFailure', 'highFrequencyFailure'].map(name => `coverage.${name}`);
const killRun = ['rows.*.reason'];
const backup = ['reason'];
const topics = ['label', 'detail'];

/**
 * The audit journal is not here: it is shown as it was written. Nor is anything in the words of the exchange, of a file
 * or of the user.
 */
const places: Partial<Readonly<Record<CallName | EventName | 'failure', readonly string[]>>> = {
  failure,
  'app.info': ['notices.*'],
  'notices.changed': ['notices.*'],
  'account.noticed': ['message'],
  'storage.read': ['detail'],
  'storage.changed': ['detail'],
  'reconciliation.changed': ['reason'],
  'keychain.probe': ['detail'],
  'keychain.orphans': ['caution'],
  'profiles.connect': ['warnings.*'],
  'feeds.read': topics.map(name => `*.${name}`),
  'feeds.changed': topics.map(name => `topics.*.${name}`),
  'book.changed': ['detail'],
  'prices.changed': ['prices.*.detail'],
  'tickers.changed': ['details.spot', 'details.futures'],
  'account.changed': ['detail', ...partial, ...failure.map(path => `error.${path}`)].map(path => `status.${path}`),
  'intents.list': ['*.summary', '*.detail'],
  'intents.changed': ['summary', 'detail'],
  'killSwitch.fire': killRun,
  'killSwitch.read': killRun,
  'killSwitch.changed': killRun.map(path => `run.${path}`),
  'timedCancel.read': ['reason'],
  'timedCancel.change': ['reason'],
  'timedCancel.changed': ['reason'],
  'audit.verify': ['problem', 'limits.*'],
  'audit.accept': ['problem', 'limits.*'],
  'orders.amend': ['detail'],
  'orders.done': [...partial, ...coverage],
  'accounts.subAccounts': partial,
  'accounts.subHoldings': partial,
  'accounts.subFutures': partial,
  'archive.status': ['streams.*.reason'],
  'archive.backUp': backup,
  'archive.backupStatus': backup,
  'archive.cancelBackup': backup,
  'health.read': ['endpoints.*.lastError.message'],
  'accounts.linked': ['orders', 'fills', 'positions', 'withdrawals', 'movements'].map(list => `${list}.missing`),
  'history.orders': past,
  'history.fills': past,
  'history.withdrawals': past,
  'history.accountChanges': past,
  'withdrawals.list': partial,
  'deposits.list': partial,
  'ledger.list': partial,
  'margin.orders': partial,
  'margin.doneOrders': partial,
  'margin.fills': partial,
  'margin.loans': partial,
  'margin.interest': partial,
};

const steps = new Map(Object.entries(places).map(([name, paths]) => [name, paths.map(path => path.split('.'))]));

type Translate = (sentence: string) => string;

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with the translated content at the end of the path; unchanged when the path does not exist. */
function atPath(value: unknown, path: readonly string[], translate: Translate): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? translate(value) : value;
  if (step === '*') return Array.isArray(value) ? value.map(each => atPath(each, rest, translate)) : value;
  if (!isHolder(value) || value[step] === undefined || value[step] === null) return value;
  const translated = atPath(value[step], rest, translate);
  return translated === value[step] ? value : { ...value, [step]: translated };
}

/**
 * Texts of main in the answer of a call, in an event or in a failure, translated sentence by sentence; all else
 * unchanged.
 */
export function translateTexts<T>(name: string, value: T, translate: Translate): T {
  const translated = (steps.get(name) ?? []).reduce<unknown>((before, path) => atPath(before, path, translate), value);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- strings in place of strings: the type is the same
  return translated as T;
}
