import type { ControlAccess } from './control-server.ts';
import type { Fault } from './fault.ts';

/** The faults of a running practice exchange, seen from outside; it needs the ready line's `control` and nothing else. */
export interface FaultClient {
  /** Throws when the exchange rejects the fault or has ended. Returns the id of the fault, null for `reset`. */
  set(fault: Fault): Promise<number | null>;
  /** how often the fault has struck; 0 for one that is unknown */
  strikes(id: number | null): Promise<number>;
  /** topics of each open connection */
  topics(): Promise<readonly (readonly string[])[]>;
}

type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}

export function createFaultClient({ url, token }: ControlAccess, fetch: Fetch): FaultClient {
  const ask = async (method: 'GET' | 'POST', path: string, body?: Fault): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    async set(fault) {
      const entry = await ask('POST', '/faults', fault);
      return isRecord(entry) && typeof entry['id'] === 'number' ? entry['id'] : null;
    },
    async strikes(id) {
      const entry = listOf(await ask('GET', '/faults')).find(each => each['id'] === id);
      return typeof entry?.['strikes'] === 'number' ? entry['strikes'] : 0;
    },
    topics: async () => listOf(await ask('GET', '/connections')).map(each => textsOf(each['topics'])),
  };
}
