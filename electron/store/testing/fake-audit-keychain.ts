import { fail, type Result, succeed } from '#shared/errors.ts';
import type { AuditItem, AuditKeychain } from '../audit/seal/audit-keychain.ts';

/** A keychain in memory: it can refuse, hang until `gate` resolves, and forget. */
export interface FakeAuditKeychain extends AuditKeychain {
  readonly keys: Map<string, string>;
  readonly heads: Map<string, string>;
  failure: Result<never> | null;
  gate: Promise<void>;
  /** how often anything was asked of it */
  touched: number;
  /** how many heads were written */
  headWrites: number;
  /** the question, counted from 0, that never gets an answer and changes nothing; null: each is answered */
  hangsAt: number | null;
}

export const keychainLocked = fail('keychain-locked', 'The keychain is locked.');

export function createFakeAuditKeychain(): FakeAuditKeychain {
  const touch = async <T>(answer: () => T): Promise<Result<T>> => {
    const hangs = fake.touched === fake.hangsAt;
    fake.touched += 1;
    await (hangs ? new Promise(() => {}) : fake.gate);
    return fake.failure ?? succeed(answer());
  };
  const item = (items: Map<string, string>, id: string): AuditItem => ({
    read: () => touch(() => items.get(id) ?? null),
    write: text =>
      touch(() => {
        if (items === fake.heads) fake.headWrites += 1;
        items.set(id, text);
        return null;
      }),
    remove: () =>
      touch(() => {
        items.delete(id);
        return null;
      }),
  });
  const fake: FakeAuditKeychain = {
    keys: new Map(),
    heads: new Map(),
    failure: null,
    gate: Promise.resolve(),
    touched: 0,
    headWrites: 0,
    hangsAt: null,
    probe: async () => {
      const tried = await touch(() => null);
      return tried.ok ? { state: 'ready', detail: '' } : { state: 'locked', detail: tried.error.message };
    },
    key: id => item(fake.keys, id),
    head: id => item(fake.heads, id),
    journals: () => touch(() => [...fake.heads.keys()]),
  };
  return fake;
}
