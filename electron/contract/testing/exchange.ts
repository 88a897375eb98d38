import { createClient, type ExchangeClient } from '../../client/client.ts';
import { createSigner } from '../../client/sign.ts';
import { KeyVersion } from '../../../shared/domain/profile.ts';
import { createWorld, type ReadyInfo, type World } from '../../practice/world.ts';

export const dialects = ['document', 'live'] as const;
export type Dialect = (typeof dialects)[number];

/** A living practice exchange on free loopback ports, and clients on it by the label of their key. */
export interface ContractExchange {
  readonly ready: ReadyInfo;
  readonly client: (label: string, detour?: Partial<Pick<ReadyInfo, 'spot' | 'futures'>>) => ExchangeClient;
  readonly stop: () => Promise<void>;
}

export interface WrongPieces {
  readonly key?: string;
  readonly secret?: string;
  readonly passphrase?: string;
  readonly version?: KeyVersion;
}

/** A client with one of its pieces replaced: what a user gets wrong. */
export function clientOf(
  ready: ReadyInfo,
  label: string,
  wrong: WrongPieces & Partial<ReadyInfo> = {},
): ExchangeClient {
  const found = ready.keys.find(key => key.label === label);
  if (found === undefined) throw new Error(`the exchange issued no key ${label}`);
  const keyVersion = wrong.version ?? KeyVersion.parse(String(found.version));
  const settings = {
    spotUrl: wrong.spot ?? ready.spot,
    futuresUrl: wrong.futures ?? ready.futures,
    headerPrefix: wrong.headerPrefix ?? ready.headerPrefix,
    keyVersion,
  };
  return createClient(settings, createSigner({ ...found, ...wrong, keyVersion, headerPrefix: settings.headerPrefix }));
}

export async function startExchange(dialect: Dialect): Promise<ContractExchange> {
  const world: World = await createWorld({ seed: 11, dialect, spotPort: 0, futuresPort: 0 });
  const ready = await world.start();
  const open: ExchangeClient[] = [];
  return {
    ready,
    client: (label, detour = {}) => {
      const client = clientOf(ready, label, detour);
      open.push(client);
      return client;
    },
    stop: async () => {
      for (const client of open) client.close();
      await world.stop();
    },
  };
}
