import type { AppInfo } from '#shared/first-contract.ts';
import type { Archive } from '#archive/archive.ts';
import type { AskPassphrase, Backups } from '#archive/backup/backups.ts';
import type { CheckArchive } from '#archive/check-archive.ts';
import type { History } from '#archive/history/history.ts';
import type { RetentionRules } from '#archive/history/retention.ts';
import type { Explorer } from '#archive/explore/explorer.ts';
import type { Portfolios } from '#portfolio-main/portfolio.ts';
import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, cutOff, missingOf, type RowKind, unreadablePart } from '#shared/domain/completeness.ts';
import type { PrivacyLevel } from '#shared/domain/view/privacy.ts';
import type { Theme } from '#shared/domain/view/view-settings.ts';
import type { StorageStatus } from '#shared/domain/storage.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ProfileSelection } from '#credentials/profile-selection.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import type { LockControl } from '#credentials/lock/lock-control.ts';
import type { Orphans } from '#credentials/keyring/orphans.ts';
import type { SecretStore } from '#credentials/secret.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import type { ActionPolicy } from '#policy/action-policy.ts';
import type { Allowances, AskUser } from '#policy/allowances.ts';
import type { Audit } from '#store/audit/audit.ts';
import type { Exports } from '#store/exports.ts';
import type { OverseenStore } from '#store/overseen.ts';
import type { PresenceStore } from '#store/presence.ts';
import type { SettingsStore } from '#store/settings.ts';
import type { WorkspacesStore } from '#store/workspaces.ts';
import type { CallOptions, Collected } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { Spanned } from '#client/endpoints/walks/spans.ts';
import type { PanelWindows, PublishToOtherWindows } from '../panel-windows.ts';
import type { Safety } from '#trading/safety.ts';
import type { Trading } from '#trading/trading.ts';

/** What the handlers stand on. */
export interface HandlerOptions {
  readonly profiles: ProfileSelection;
  readonly keychain: SecretStore;
  readonly orphans: Orphans;
  readonly lock: Lock;
  readonly lockControl: LockControl;
  /** the user touched the window */
  readonly touch: () => void;
  /** publishes to every window; kind `storage` where it cannot be stored */
  readonly changePrivacy: (level: PrivacyLevel) => Result<Record<string, never>>;
  readonly trading: Trading;
  readonly live: LiveMarkets;
  readonly allowances: Allowances;
  readonly safety: Safety;
  readonly policy: ActionPolicy;
  /** asks in the trusted window what the page may not decide */
  readonly askUser: AskUser;
  readonly archive: Pick<Archive, 'status' | 'past' | 'choice' | 'configure'> & {
    /** asks for the password of the archive's database in the trusted window, and connects */
    readonly connect: () => Promise<Result<Record<string, never>>>;
    readonly verify: CheckArchive;
  };
  readonly backups: Pick<Backups, 'check' | 'begin' | 'cancel' | 'status' | 'last'>;
  /** in the trusted window */
  readonly askPassphrase: AskPassphrase;
  readonly history: History;
  readonly retention: RetentionRules;
  readonly explorer: Explorer;
  readonly portfolios: Portfolios;
  readonly settings: SettingsStore;
  /** gives the parts of the window that the system draws the theme of the page */
  readonly showTheme: (theme: Theme) => void;
  readonly exports: Exports;
  readonly workspaces: WorkspacesStore;
  readonly presence: PresenceStore;
  readonly overseen: OverseenStore;
  /** what the user changed without an action on the exchange */
  readonly auditNotes: Pick<Audit, 'note'>;
  /** drops what is stored of other profiles */
  readonly keepProfiles: (isKept: (profileId: string) => boolean) => void;
  readonly windows: PanelWindows;
  readonly publishToOthers: PublishToOtherWindows;
  readonly storage: () => StorageStatus;
  readonly appInfo: () => AppInfo;
}

/** A panel on the screen asks. */
export const asPanel: CallOptions = { priority: 'visible' };

/** A panel asks for what is history or seldom changes: it waits first when a pool runs low. */
export const asPatient: CallOptions = { priority: 'background' };

/** A list as it was answered just now, with what it lacks. */
export interface ListAnswer<T> {
  readonly items: readonly T[];
  readonly completeness: Completeness;
  readonly asOfMs: number;
}

/** Asks for a list row by row: the rows that cannot be read are a missing part of the answer. */
export async function readList<T>(
  kind: RowKind,
  options: CallOptions,
  ask: (options: CallOptions) => Promise<Result<ListAnswer<T>>>,
): Promise<Result<ListAnswer<T>>> {
  const odd = collectUnreadable();
  const read = await ask({ ...options, unreadable: odd.unreadable });
  if (!read.ok) return read;
  const missing = [...unreadablePart(kind, odd.all()), ...missingOf(read.value.completeness)];
  return succeed({ ...read.value, completeness: completenessOf(missing) });
}

/** A list of a longer span as it was answered just now. */
export function spanAnswerOf<T>(read: Result<Spanned<T>>): Result<ListAnswer<T>> {
  if (!read.ok) return read;
  const { items, missing } = read.value;
  return succeed({ items, completeness: completenessOf(missing), asOfMs: Date.now() });
}

export function answerOf<T>(what: string, read: Result<Collected<T>>): Result<ListAnswer<T>> {
  if (!read.ok) return read;
  const { items, isComplete } = read.value;
  return succeed({
    items,
    completeness: completenessOf(isComplete ? [] : [cutOff(what, items.length)]),
    asOfMs: Date.now(),
  });
}
