import type { Decimal } from '#shared/decimal.ts';
import type {
  AmendOutcome,
  AmendRequest,
  BatchOutcome,
  FuturesOrderRequest,
  MarginOrderRequest,
  PlacedMarginOrder,
  PlacedOrder,
  ProtectedOrderRequest,
  SpotOrderRequest,
} from '#shared/domain/account/order.ts';
import type {
  ContractChange,
  ContractSetting,
  MarginWithdrawal,
  PositionMode,
} from '#shared/domain/account/futures-account.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { LoanOutcome } from '#shared/domain/account/margin.ts';
import type { SpotPairRequest, SpotStopRequest } from '#shared/domain/account/stop-order.ts';
import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Log } from '#log/log.ts';
import type { ActionBudget } from '#policy/action-budget.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import type { ActionType, TradingAccount } from './trading-action.ts';
import { amendOrder } from './actions/amend/amend-order.ts';
import { addMargin, type MarginRequest } from './actions/add-margin.ts';
import { cancelOrder, type CancelOutcome, type CancelRequest } from './actions/cancel.ts';
import { type CancelAllOutcome, type CancelAllRequest, cancelMarginOrders } from './actions/cancel-margin-orders.ts';
import { changeContract } from './actions/contract-setting.ts';
import { changeLoan, type LoanAction } from './actions/loan.ts';
import { type BatchRequest, placeBatch } from './actions/batch/place-batch.ts';
import { type FuturesBatchRequest, placeFuturesBatch } from './actions/batch/place-futures-batch.ts';
import { transferMoney, type TransferOutcome } from './actions/transfer.ts';
import { placeMarginOrder } from './actions/place-margin-order.ts';
import { placePair, placeProtectedOrder } from './actions/place-exits.ts';
import { placeFuturesOrder, placeSpotOrder, placeStop } from './actions/place-order.ts';
import { withdrawMargin } from './actions/withdraw-margin.ts';
import { type Wait, waitQuietly } from './follow-up.ts';
import { createInstruments } from './instruments.ts';
import { reportLostActions } from './lost-actions.ts';
import { resumeOpen } from './resume-open.ts';
import { createIntents } from './intents.ts';
import { createPerformer, type Perform, type PerformerOptions } from './perform.ts';
import type { SendConditions } from './sending/send-conditions.ts';

export interface TradingOptions extends SendConditions {
  readonly journal: IntentJournal;
  /** what the profile may do, and how much of it; asked before the budget */
  readonly policy: PerformerOptions['policy'];
  /** what the profile may send; asked before the journal */
  readonly budget: ActionBudget;
  readonly log: Log;
  readonly publish: (intent: Intent) => void;
  /** messages shown to the user once */
  readonly notice: (message: string) => void;
  readonly wait?: Wait;
}

/**
 * Everything that changes something at the exchange: checked against its rules, journalled, sent once; a lost answer is
 * looked up, never sent again by itself. docs/faults.md §4.
 */
export interface Trading {
  readonly placeOrder: Perform<SpotOrderRequest, PlacedOrder>;
  readonly placeBatch: Perform<BatchRequest, readonly BatchOutcome[]>;
  readonly placeFuturesBatch: Perform<FuturesBatchRequest, readonly BatchOutcome[]>;
  readonly placeStop: Perform<SpotStopRequest, PlacedOrder>;
  readonly placeFuturesOrder: Perform<FuturesOrderRequest, PlacedOrder>;
  readonly placeProtectedOrder: Perform<ProtectedOrderRequest, PlacedOrder>;
  readonly placePair: Perform<SpotPairRequest, PlacedOrder>;
  readonly cancel: Perform<CancelRequest, CancelOutcome>;
  readonly amend: Perform<AmendRequest, AmendOutcome>;
  readonly addMargin: Perform<MarginRequest, Position>;
  /** answers how much was taken out */
  readonly withdrawMargin: Perform<MarginWithdrawal, Decimal>;
  readonly changeContract: Perform<ContractSetting, ContractChange>;
  readonly placeMarginOrder: Perform<MarginOrderRequest, PlacedMarginOrder>;
  readonly cancelMarginOrders: Perform<CancelAllRequest, CancelAllOutcome>;
  readonly changeLoan: Perform<LoanAction, LoanOutcome>;
  readonly transfer: Perform<TransferRequest, TransferOutcome>;
  /** of the futures account, read now; null: unknown */
  readonly positionMode: (account: TradingAccount) => Promise<Result<PositionMode>>;
  /** newest first, at most 200 */
  readonly intents: (profileId: string) => Result<readonly Intent[]>;
  /** The profile was opened: actions that an earlier run left open are looked up. */
  readonly resume: (account: TradingAccount) => void;
  /** Calls off all looking up; what is open stays open in the journal for the next start. */
  readonly close: () => void;
}

const intentsListed = 200;

export function createTrading(options: TradingOptions): Trading {
  const { journal, nowMs } = options;
  const clients = new Map<string, ExchangeClient>();
  const instruments = createInstruments(nowMs);
  const performers = createPerformers({
    ...options,
    intents: createIntents(options),
    instruments,
    locks: new Set(),
    wait: options.wait ?? waitQuietly,
    clientOf: profileId => clients.get(profileId) ?? null,
  });
  const all = Object.values(performers);
  /** From now on the actions of this profile are looked up with this client. */
  const remember = ({ profileId, client }: TradingAccount) => void clients.set(profileId, client);
  const performing =
    <Request, Answer>({ perform }: { readonly perform: Perform<Request, Answer> }): Perform<Request, Answer> =>
    (account, request, confirmed) => {
      remember(account);
      return perform(account, request, confirmed);
    };

  return {
    placeOrder: performing(performers.placeOrder),
    placeBatch: performing(performers.placeBatch),
    placeFuturesBatch: performing(performers.placeFuturesBatch),
    placeStop: performing(performers.placeStop),
    placeFuturesOrder: performing(performers.placeFuturesOrder),
    placeProtectedOrder: performing(performers.placeProtectedOrder),
    placePair: performing(performers.placePair),
    cancel: performing(performers.cancel),
    amend: performing(performers.amend),
    addMargin: performing(performers.addMargin),
    withdrawMargin: performing(performers.withdrawMargin),
    changeContract: performing(performers.changeContract),
    placeMarginOrder: performing(performers.placeMarginOrder),
    cancelMarginOrders: performing(performers.cancelMarginOrders),
    changeLoan: performing(performers.changeLoan),
    transfer: performing(performers.transfer),
    positionMode: ({ client }) => instruments.readPositionMode(client),
    intents: profileId => journal.list(profileId, intentsListed),
    resume: account => {
      remember(account);
      noteJournalPairs(account, journal);
      void reportLostActions(account, options);
      resumeOpen(account.profileId, all, options);
    },
    close: () => {
      for (const performer of all) performer.close();
    },
  };
}

/** One performer per kind of action. */
function createPerformers(options: PerformerOptions) {
  const performer = <Request, Answer>(type: ActionType<Request, Answer>) => createPerformer(type, options);
  return {
    placeOrder: performer(placeSpotOrder),
    placeBatch: performer(placeBatch),
    placeFuturesBatch: performer(placeFuturesBatch),
    placeStop: performer(placeStop),
    placeFuturesOrder: performer(placeFuturesOrder),
    placeProtectedOrder: performer(placeProtectedOrder),
    placePair: performer(placePair),
    cancel: performer(cancelOrder),
    amend: performer(amendOrder),
    addMargin: performer(addMargin),
    withdrawMargin: performer(withdrawMargin),
    changeContract: performer(changeContract),
    placeMarginOrder: performer(placeMarginOrder),
    cancelMarginOrders: performer(cancelMarginOrders),
    changeLoan: performer(changeLoan),
    transfer: performer(transferMoney),
  };
}

const spotKinds: ReadonlySet<Intent['kind']> = new Set<Intent['kind']>(['place-order', 'place-batch', 'cancel-order']);

/**
 * Pairs of earlier actions: the exchange does not name them when the key may not ask. docs/exchange/endpoints.md §3.10.
 */
function noteJournalPairs({ profileId, client }: TradingAccount, journal: IntentJournal): void {
  const read = journal.list(profileId, intentsListed);
  if (!read.ok) return;
  const spot = read.value.filter(({ kind }) => spotKinds.has(kind));
  // the newest last, for those are kept
  client.noteSpotPairs(spot.map(({ symbol }) => symbol).toReversed());
}
