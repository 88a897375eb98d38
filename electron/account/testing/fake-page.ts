import { AccountMessage, type AccountRows, type ListStatus } from '#shared/domain/account/account-list.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { type HeldLists, holdMessage, listOf } from '#shared/held-lists.ts';
import type { OfferAccount } from '../account.ts';

/** A page that accepts every message at once, checks it by the schema of the contract, and keeps what the real page would. */
export interface FakePage {
  readonly offer: OfferAccount;
  readonly rows: <L extends AccountListName>(list: L) => readonly AccountRows[L][];
  readonly status: (list: AccountListName) => ListStatus | undefined;
  readonly messages: readonly AccountMessage[];
  /** the venues of `orders.finished`, in their order */
  readonly finished: readonly string[];
  /** Later messages are lost, or delivered again. */
  readonly lose: (isLost: boolean) => void;
  /** how often a message did not follow the one before */
  readonly gaps: () => number;
}

export function createFakePage(onGap: () => void = () => undefined): FakePage {
  const held: HeldLists = {};
  const messages: AccountMessage[] = [];
  const finished: string[] = [];
  let isLost = false;
  let gaps = 0;
  const take = (payload: unknown): void => {
    const message = AccountMessage.safeParse(payload);
    if (!message.success) throw new Error('a message that the contract does not allow');
    messages.push(message.data);
    if (holdMessage(held, message.data)) return;
    gaps += 1;
    onGap();
  };
  return {
    offer(name, subject, make) {
      const payload = make(mainWindowId);
      if (payload === null || isLost) return;
      if (name === 'account.changed') take(payload);
      else finished.push(subject);
    },
    rows: list => listOf(held, list)?.rows ?? [],
    status: list => listOf(held, list)?.view.status,
    messages,
    finished,
    lose(isNowLost) {
      isLost = isNowLost;
    },
    gaps: () => gaps,
  };
}
