import { randomBytes, randomUUID } from 'node:crypto';
import { dayMs } from '../kernel/durations.ts';
import { createRandom, hexDigits } from '../kernel/random.ts';
import { createSubAccounts } from './sub-accounts.ts';
import type {
  Directory,
  IssuedKey,
  KeyPermission,
  Ledger,
  OtherMaster,
  SpotFamily,
  SubAccountRecord,
} from './types.ts';

interface DirectoryOptions {
  readonly seed: number;
  readonly nowMs: number;
  readonly ledger: Ledger;
}

const everything: readonly KeyPermission[] = ['General', 'Spot', 'Margin', 'Futures'];
/** Few keys may move money. */
const paying: readonly KeyPermission[] = ['InnerTransfer', 'Transfer'];
const masterUid = 237_401_877;
const otherUid = 237_512_040;
/** TEST-NET-1: an address that no caller on this machine has. */
const foreignAddress = '192.0.2.17';

interface KeyOutline {
  readonly label: string;
  readonly accountId: string;
  readonly version: 1 | 2 | 3;
  readonly permissions: readonly KeyPermission[];
  readonly ipWhitelist?: readonly string[];
  readonly ageDays: number;
}

/** Secrets come from the operating system and never from the seed: a key of an earlier run must not open this one. */
function issue(outline: KeyOutline, nowMs: number): IssuedKey {
  return {
    label: outline.label,
    accountId: outline.accountId,
    key: randomBytes(12).toString('hex'),
    secret: randomUUID(),
    passphrase: randomBytes(9).toString('base64url'),
    version: outline.version,
    permissions: outline.permissions,
    ipWhitelist: outline.ipWhitelist ?? [],
    remark: outline.label,
    createdAtMs: nowMs - outline.ageDays * dayMs,
  };
}

/** One master account of each kind that the real service has. */
function createOtherMasters(seed: number): readonly (OtherMaster & { readonly spotFamily: 'hf' | 'classic' })[] {
  const random = createRandom(seed, 'other-masters');
  return (['hf', 'classic'] as const).map((spotFamily, index) => {
    const accountId = hexDigits(random, 24);
    return { accountId, uid: otherUid + index, userId: accountId, spotFamily };
  });
}

interface KeyOwners {
  readonly masterId: string;
  readonly subAccounts: readonly SubAccountRecord[];
  readonly otherMasters: readonly OtherMaster[];
}

function issueKeys({ masterId, subAccounts, otherMasters }: KeyOwners, nowMs: number): readonly IssuedKey[] {
  const sub = subAccounts[0]?.accountId ?? masterId;
  const ofFamily = (family: SpotFamily) =>
    otherMasters.find(({ spotFamily }) => spotFamily === family)?.accountId ?? masterId;
  const outlines: readonly KeyOutline[] = [
    { label: 'trader', accountId: masterId, version: 2, permissions: [...everything, 'InnerTransfer'], ageDays: 61 },
    { label: 'viewer', accountId: masterId, version: 2, permissions: ['General'], ageDays: 190 },
    { label: 'legacy', accountId: masterId, version: 1, permissions: ['General', 'Spot', 'Futures'], ageDays: 1900 },
    { label: 'v3', accountId: masterId, version: 3, permissions: everything, ageDays: 3 },
    {
      label: 'ip-locked',
      accountId: masterId,
      version: 2,
      permissions: everything,
      ipWhitelist: [foreignAddress],
      ageDays: 30,
    },
    { label: 'sub-account', accountId: sub, version: 2, permissions: everything, ageDays: 45 },
    { label: 'treasurer', accountId: masterId, version: 3, permissions: [...everything, ...paying], ageDays: 20 },
    { label: 'hf', accountId: ofFamily('hf'), version: 3, permissions: [...everything, ...paying], ageDays: 12 },
    { label: 'hf-viewer', accountId: ofFamily('hf'), version: 3, permissions: ['General'], ageDays: 11 },
    {
      label: 'classic',
      accountId: ofFamily('classic'),
      version: 2,
      permissions: [...everything, ...paying],
      ageDays: 700,
    },
  ];
  return outlines.map(outline => issue(outline, nowMs));
}

/** Who exists, and what changes of it while the exchange runs. */
export interface LivingDirectory extends Directory {
  openSubAccount(record: SubAccountRecord): void;
  /** nothing happens when there is none with that id */
  changeSubAccount(accountId: string, part: Partial<SubAccountRecord>): void;
}

/**
 * The master account, its sub-accounts with their balances, a master account of each spot family, and the keys of this run
 * (docs/exchange/authentication.md §4, docs/exchange/records.md §10.4).
 */
export function createDirectory({ seed, nowMs, ledger }: DirectoryOptions): LivingDirectory {
  const random = createRandom(seed, 'directory');
  const masterId = hexDigits(random, 24);
  let subAccounts = createSubAccounts({ ledger, random, nowMs });
  const otherMasters = createOtherMasters(seed);
  const keys = issueKeys({ masterId, subAccounts, otherMasters }, nowMs);
  const byKey = new Map(keys.map(issued => [issued.key, issued]));
  return {
    master: { accountId: masterId, uid: masterUid, userId: masterId },
    keyOf: key => byKey.get(key) ?? null,
    keys,
    otherMasters,
    get subAccounts() {
      return subAccounts;
    },
    openSubAccount(record) {
      subAccounts = [...subAccounts, record];
    },
    changeSubAccount(accountId, part) {
      const index = subAccounts.findIndex(record => record.accountId === accountId);
      const before = subAccounts[index];
      if (before !== undefined) subAccounts = subAccounts.with(index, { ...before, ...part });
    },
  };
}
