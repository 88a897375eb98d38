import type { TestReply } from './fake-exchange.ts';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One member of an object of unknown shape; undefined when it is not there. */
export function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** The rows of a list or of a page's items; throws when it is neither. */
export function rows(value: unknown): readonly unknown[] {
  const list: unknown = Array.isArray(value) ? value : member(value, 'items');
  if (!Array.isArray(list)) throw new TypeError(`no rows in ${JSON.stringify(value)}`);
  return list;
}

/** The data of a `{code: "200000", data}` body and nothing else beside it; throws otherwise. */
export function wrappedData(reply: TestReply): unknown {
  const names = isRecord(reply.json) ? Object.keys(reply.json).join() : '';
  if (names !== 'code,data' || member(reply.json, 'code') !== '200000')
    throw new TypeError(`not wrapped: ${reply.text}`);
  return member(reply.json, 'data');
}

/** The names in an object, sorted; none when it is no object. */
export function keysOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value).toSorted() : [];
}
