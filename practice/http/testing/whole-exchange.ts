import type { IssuedKey, KeyPermission } from '#practice/accounts/types.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import type { Quotas } from '../limits.ts';
import { createPracticeServer } from '../server.ts';
import { createEngines } from './engines.ts';
import { startMs, tokens } from './fake-exchange.ts';
import { signedHeaders } from './signer.ts';

const rights: readonly KeyPermission[] = ['General', 'Spot', 'Margin', 'Futures', 'InnerTransfer', 'Transfer'];

interface WholeRequest {
  readonly venue: 'spot' | 'futures';
  readonly method: string;
  readonly target: string;
  /** the body's text; empty: none */
  readonly body?: string;
  /** what the caller gets wrong */
  readonly wrong?: Partial<Pick<IssuedKey, 'key' | 'secret' | 'passphrase'>>;
  /** a right that the key lacks */
  readonly without?: KeyPermission;
  readonly isUnsigned?: boolean;
  readonly clockErrorMs?: number;
}

interface WholeReply {
  readonly status: number;
  readonly json: unknown;
}

/** The real engines behind HTTP, and a key with every right, or with every right but one. */
export interface WholeExchange {
  call(request: WholeRequest): Promise<WholeReply>;
  close(): Promise<void>;
}

function keyOf(label: string, accountId: string, permissions: readonly KeyPermission[]): IssuedKey {
  const secrets = { key: `key-${label}`, secret: `secret-${label}`, passphrase: `pass-${label}`, version: 2 } as const;
  return { ...secrets, label, accountId, permissions, ipWhitelist: [], remark: label, createdAtMs: startMs };
}

function keyWithout(right: KeyPermission, accountId: string): IssuedKey {
  return keyOf(
    right,
    accountId,
    rights.filter(each => each !== right),
  );
}

const plenty: Quotas = { spot: 1e9, futures: 1e9, management: 1e9, public: 1e9 };

export async function openWholeExchange(dialect: DialectName, quotas = plenty): Promise<WholeExchange> {
  const engines = createEngines(() => true);
  const { accountId } = engines.directory.master;
  for (const wallet of ['main', 'trade', 'margin', 'futures'] as const)
    engines.give(accountId, wallet, { USDT: '100000' });
  const whole = keyOf('whole', accountId, rights);
  const keys = [whole, ...rights.map(right => keyWithout(right, accountId))];
  const server = await createPracticeServer({
    ...engines,
    directory: { ...engines.directory, keys, keyOf: text => keys.find(({ key }) => key === text) ?? null },
    tokens,
    dialect,
    quotas,
    spotPort: 0,
    futuresPort: 0,
  });
  const headersOf = ({ method, target, body = '', wrong, without, clockErrorMs = 0 }: WholeRequest) => {
    const key = keys.find(({ label }) => label === without) ?? whole;
    const timestampMs = engines.clock.nowMs() + clockErrorMs;
    return signedHeaders(
      { ...key, ...wrong },
      { prefix: server.headerPrefix, timestampMs, method, endpoint: target, body },
    );
  };
  return {
    async call(request) {
      const { venue, method, target, body = '', isUnsigned = false } = request;
      const url = venue === 'spot' ? server.spotUrl : server.futuresUrl;
      const response = await fetch(`${url}${target}`, {
        method,
        headers: {
          ...(isUnsigned ? {} : headersOf(request)),
          ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.timeout(30_000),
        ...(body === '' ? {} : { body }),
      });
      const json: unknown = JSON.parse(await response.text());
      return { status: response.status, json };
    },
    close: () => server.close(),
  };
}
