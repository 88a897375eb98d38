import { type ClientOptions, createClient, type ExchangeClient } from '#client/client.ts';
import { createSigner } from '#client/sign.ts';
import { KeyVersion } from '#shared/domain/profile.ts';
import {
  createFaultClient,
  createWorld,
  type FaultClient,
  type FeedRules,
  type ReadyInfo,
  type World,
} from '@fathom/practice';

export const dialects = ['document', 'live'] as const;
export type Dialect = (typeof dialects)[number];

/** A living practice exchange on free loopback ports, and clients on it by the label of their key. */
export interface ContractExchange {
  readonly ready: ReadyInfo;
  /** its faults */
  readonly faults: FaultClient;
  readonly client: (label: string, detour?: Partial<Pick<ReadyInfo, 'spot' | 'futures'>>) => ExchangeClient;
  readonly stop: () => Promise<void>;
}

export interface WrongPieces {
  readonly key?: string;
  readonly secret?: string;
  readonly passphrase?: string;
  readonly version?: KeyVersion;
  /** what the client takes from the world */
  readonly dependencies?: ClientOptions;
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
  const signer = createSigner({ ...found, ...wrong, keyVersion, headerPrefix: settings.headerPrefix });
  return createClient(settings, signer, wrong.dependencies);
}

export async function startExchange(dialect: Dialect, feed: Partial<FeedRules> = {}): Promise<ContractExchange> {
  const world: World = await createWorld({ seed: 11, dialect, spotPort: 0, futuresPort: 0, feed });
  const ready = await world.start();
  const open: ExchangeClient[] = [];
  return {
    ready,
    faults: createFaultClient(ready.control, fetch),
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
