import type { TransferRequest } from '#shared/domain/money/transfer.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { leaveOut } from '#client/wire/unreadable-rows.ts';
import { checkTransfer } from '#client/endpoints/wallet/transfers.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import { isBetweenAccounts, transferQuestion } from '#policy/transfer-question.ts';
import type { Handlers } from '../../gate.ts';
import { asPanel, asPatient, type HandlerOptions, readList, spanAnswerOf } from '../handler-options.ts';

type Names =
  | 'currencies.list'
  | 'currencies.read'
  | 'withdrawals.list'
  | 'deposits.list'
  | 'ledger.list'
  | 'transfers.transferable'
  | 'transfers.send';

/** What it takes of all that the handlers stand on. */
export interface WalletHandlerOptions {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount' | 'onWritableAccount'>;
  readonly trading: Pick<HandlerOptions['trading'], 'transfer'>;
  readonly askUser: HandlerOptions['askUser'];
  readonly safety: { readonly safeguards: Pick<HandlerOptions['safety']['safeguards'], 'of'> };
}

/** Currencies, and money that moves. */
export function walletHandlers(options: WalletHandlerOptions): Pick<Handlers, Names> {
  const { profiles, trading, safety } = options;
  const { onAccount, onWritableAccount } = profiles;
  return {
    'currencies.list': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.reference.currencies({}, { ...asPatient, unreadable: leaveOut })),
    'currencies.read': ({ profileId, currency, chain }) =>
      onAccount(profileId, ({ client }) =>
        client.reference.currency({ currency, chain: chain ?? undefined }, asPatient),
      ),
    'transfers.send': ({ profileId, transfer }) =>
      onWritableAccount(profileId, async account => {
        if (!isBetweenAccounts(transfer)) return trading.transfer(account, transfer);
        const { safeguards } = safety;
        const { isDryRun } = safeguards.of(profileId);
        const agreed = await agreeOn(transfer, account, options);
        if (!agreed.ok) return agreed;
        if (isDryRun && !safeguards.of(profileId).isDryRun) return endedDryRun();
        // the profile may have been closed or made read-only while the question was open; trading refuses the account of
        // the question when it was opened again since
        return onWritableAccount(profileId, () => trading.transfer(account, transfer));
      }),
    'transfers.transferable': ({ profileId, symbol, ...query }) =>
      onAccount(profileId, ({ client }) =>
        client.wallet.transferable({ ...query, symbol: symbol ?? undefined }, asPanel),
      ),
    'deposits.list': ({ profileId, currency, ...span }) =>
      onAccount(profileId, ({ client }) =>
        readList('deposit', asPatient, async asked =>
          spanAnswerOf(await client.wallet.allDeposits({ ...span, currency: currency ?? undefined }, asked)),
        ),
      ),
    'ledger.list': ({ profileId, currency, isHf, ...span }) =>
      onAccount(profileId, ({ client }) => {
        const query = { ...span, currency: currency ?? undefined };
        const { allHfLedger, allLedger } = client.wallet;
        return readList('booking', asPatient, async asked =>
          spanAnswerOf(await (isHf ? allHfLedger(query, asked) : allLedger(query, asked))),
        );
      }),
    'withdrawals.list': ({ profileId, currency, status, fromMs, toMs }) =>
      onAccount(profileId, ({ client }) => {
        const filter = { currency: currency ?? undefined, status: status ?? undefined };
        const span = { fromMs, toMs: toMs ?? Date.now() };
        return readList('withdrawal', asPatient, async asked =>
          spanAnswerOf(await client.wallet.allWithdrawals({ ...filter, ...span }, asked)),
        );
      }),
  };
}

function endedDryRun() {
  return fail('dry-run', 'The dry run ended while the question was open, so nothing was sent. Send it again.');
}

/** Money that stays with the key moves at once; what changes accounts is asked of the user, never left to the page. */
async function agreeOn(
  transfer: TransferRequest,
  { client, profile }: OpenAccount,
  { askUser }: WalletHandlerOptions,
): Promise<Result<null>> {
  const checked = checkTransfer(transfer);
  if (!checked.ok) return checked;
  const accounts = await client.accounts.allSubAccounts({}, { ...asPanel, unreadable: leaveOut });
  const question = transferQuestion(profile, transfer, accounts.ok ? accounts.value.items : null);
  return askUser(question, () => Promise.resolve(succeed(null)));
}
