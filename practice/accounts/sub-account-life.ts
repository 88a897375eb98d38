import { compare, type Decimal, fromUnits, isZero, multiply, round, subtract } from '#shared/decimal.ts';
import { hexDigits, integer } from '../kernel/random.ts';
import type { Random } from '../kernel/kernel.ts';
import type { LivingDirectory } from './directory.ts';
import type { Ledger, SubAccountRecord } from './types.ts';

interface SubAccountLifeOptions {
  readonly directory: LivingDirectory;
  readonly ledger: Ledger;
  readonly random: Random;
}

/** What the owner's people do with the sub-accounts while the exchange runs. */
export interface SubAccountLife {
  /** what is due in this second since the start; each is asked for once, in order */
  tick(second: number, nowMs: number): void;
}

interface Moment extends SubAccountLifeOptions {
  readonly nowMs: number;
}

type Happening = (moment: Moment) => void;

/** One of each kind, within the first minute. */
const once: ReadonlyMap<number, Happening> = new Map<number, Happening>([
  [8, payIn('deskbravo', '180000')],
  [16, change('juniortwo', { remarks: 'Trainee, second month' })],
  [24, keepBack('deskdelta', 'ETH', '40')],
  [32, change('newdesk', { subName: 'deskecho' })],
  [48, change('hedgebook', { access: 'Futures,Spot' })],
  [56, open('deskfoxtrot', '50000')],
]);

type Turning = (turn: number) => Happening;

/** After the first minute each kind repeats at this interval in seconds, in turns from 0 on. */
const turnS = 120;
const again: ReadonlyMap<number, Turning> = new Map<number, Turning>([
  [16, turn => change('juniortwo', { remarks: turn % 2 === 0 ? 'Trainee, third month' : 'Trainee, second month' })],
  [32, turn => rename(turn % 2 === 0 ? ['deskecho', 'newdesk'] : ['newdesk', 'deskecho'])],
  [48, turn => change('hedgebook', { access: turn % 2 === 0 ? 'Futures' : 'Futures,Spot' })],
  // a desk is not opened for ever
  [56, turn => (turn < laterDesks.length ? open(laterDesks[turn] ?? '', '50000') : () => undefined)],
]);
const laterDesks = ['deskgolf', 'deskhotel', 'deskindia', 'deskjuliet', 'deskkilo', 'desklima'] as const;

/** Beside that money moves between the desks, and an account is frozen and let go again, every so many seconds. */
const moveEveryS = 15;
const freezeEveryS = 40;
const desks = ['deskalpha', 'deskbravo', 'deskcharlie', 'deskdelta', 'treasury', 'hedgebook'] as const;

function find({ directory }: Moment, subName: string): SubAccountRecord | undefined {
  return directory.subAccounts.find(record => record.subName === subName);
}

function payIn(subName: string, amount: Decimal): Happening {
  return moment => {
    const payer = find(moment, 'treasury');
    const payee = find(moment, subName);
    if (payer !== undefined && payee !== undefined) move(moment, { payer, payee, amount });
  };
}

interface Move {
  readonly payer: SubAccountRecord;
  readonly payee: SubAccountRecord;
  readonly amount: Decimal;
}

/** Money stays on the exchange: what one account gets another has paid. */
function move({ ledger }: Moment, { payer, payee, amount }: Move): void {
  const entry = { wallet: 'main', currency: 'USDT', amount } as const;
  ledger.transfer({ accountId: payer.accountId, ...entry }, { accountId: payee.accountId, wallet: 'main' });
}

function keepBack(subName: string, currency: string, amount: Decimal): Happening {
  return moment => {
    const accountId = find(moment, subName)?.accountId;
    if (accountId !== undefined) moment.ledger.hold({ accountId, wallet: 'main', currency, amount });
  };
}

function change(
  subName: string,
  part: Partial<Pick<SubAccountRecord, 'subName' | 'status' | 'access' | 'remarks'>>,
): Happening {
  return moment => {
    const record = find(moment, subName);
    if (record !== undefined) moment.directory.changeSubAccount(record.accountId, part);
  };
}

function rename([from, to]: readonly [string, string]): Happening {
  return change(from, { subName: to });
}

function open(subName: string, amount: Decimal): Happening {
  return moment => {
    const accountId = hexDigits(moment.random, 24);
    const last = moment.directory.subAccounts.at(-1);
    moment.directory.openSubAccount({
      accountId,
      userId: accountId,
      uid: (last?.uid ?? 0) + integer(moment.random, 1, 900),
      subName,
      status: 2,
      type: 0,
      access: 'All',
      createdAtMs: moment.nowMs,
      remarks: 'Opened today',
    });
    payIn(subName, amount)(moment);
  };
}

/** When in a minute a fund pays back, how much of it, and what it is filled up to when little is left. */
const payBackFrom = 20;
const payBackEveryS = 60;
const payBackPart: Decimal = '0.25';
const leastFund: Decimal = '30000';
const fullFund: Decimal = '240000';

/** Its clients go, a quarter of the money at a time, until there are hardly any; then new ones come. */
function payBack(moment: Moment): void {
  const [fund, treasury] = [find(moment, 'yieldfund'), find(moment, 'treasury')];
  if (fund === undefined || treasury === undefined) return;
  const { available } = moment.ledger.balance(fund.accountId, 'main', 'USDT');
  if (compare(available, leastFund) < 0)
    move(moment, { payer: treasury, payee: fund, amount: subtract(fullFund, available) });
  else move(moment, { payer: fund, payee: treasury, amount: round(multiply(available, payBackPart), 2, 'down') });
}

const enabled = 2;
const frozen = 3;

function freezeOrLetGo(moment: Moment, subName: string): void {
  const record = find(moment, subName);
  if (record === undefined) return;
  moment.directory.changeSubAccount(record.accountId, { status: record.status === frozen ? enabled : frozen });
}

/** One desk lends another some of its dollars. */
function moveBetweenDesks(moment: Moment): void {
  const { ledger, random } = moment;
  const from = integer(random, 0, desks.length - 1);
  const to = (from + integer(random, 1, desks.length - 1)) % desks.length;
  const percent = fromUnits(BigInt(integer(random, 2, 9)), 2);
  const [payer, payee] = [find(moment, desks[from] ?? ''), find(moment, desks[to] ?? '')];
  if (payer === undefined || payee === undefined) return;
  const { available } = ledger.balance(payer.accountId, 'main', 'USDT');
  const amount = round(multiply(available, percent), 2, 'down');
  if (isZero(amount)) return;
  move(moment, { payer, payee, amount });
}

/** The same seed gives the same life, second for second. */
export function createSubAccountLife(options: SubAccountLifeOptions): SubAccountLife {
  return {
    tick(second, nowMs) {
      const moment = { ...options, nowMs };
      once.get(second)?.(moment);
      if (second >= turnS) again.get(second % turnS)?.(Math.floor(second / turnS) - 1)(moment);
      if (second === 0) return;
      if (second % moveEveryS === 0) moveBetweenDesks(moment);
      if (second % freezeEveryS === 0) freezeOrLetGo(moment, 'gridbottwo');
      if (second % payBackEveryS === payBackFrom) payBack(moment);
    },
  };
}
