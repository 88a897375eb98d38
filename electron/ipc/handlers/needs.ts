import type { AppInfo } from '#shared/contract.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Desk } from '#credentials/active-desk.ts';
import type { DeskSession } from '#credentials/desk-session.ts';
import type { SecretStore } from '#credentials/secret.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import type { SettingsStore } from '#store/settings.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import type { TradingAccount } from '#trading/act.ts';
import type { Trading } from '#trading/trading.ts';

/** What the handlers stand on. */
export interface HandlerNeeds {
  readonly session: DeskSession;
  readonly keychain: SecretStore;
  readonly trading: Trading;
  readonly live: LiveMarkets;
  readonly settings: SettingsStore;
  readonly appInfo: () => AppInfo;
}

/** A panel on the screen asks. */
export const asPanel: CallOptions = { priority: 'visible' };

export function tradingDesk({ profile, client }: Desk): TradingAccount {
  return { profileId: profile.id, client };
}

export function itemsOf<T>(read: Result<Collected<T>>): Result<readonly T[]> {
  return read.ok ? succeed(read.value.items) : read;
}
