import { parseArgs } from 'node:util';
import { Fault } from './control/fault.ts';
import type { FeedRules } from './feed/connection/rules.ts';

/** What the command line asks for. */
export interface ExchangeOptions {
  /** 0: any free port */
  readonly spotPort: number;
  readonly futuresPort: number;
  readonly seed: number;
  readonly dialect: 'document' | 'live';
  /** times of the feeds that differ from the service's */
  readonly feed: Partial<FeedRules>;
  /** what fails from the start */
  readonly faults: readonly Fault[];
  readonly isQuiet: boolean;
  /** ends with the process that started it */
  readonly isWithParent: boolean;
}

type CommandLine =
  | { readonly kind: 'run'; readonly options: ExchangeOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const defaultSeed = 1;
const highestPort = 65_535;
const highestSeed = 0xffffffff;
const longestMs = 7 * 86_400_000;

export const usage = `Usage: npm run -s exchange -- [options]

The practice exchange: a living market on two loopback ports, with keys that die with it.

  --spot-port N       port for spot, margin and accounts (default 0: any free one)
  --futures-port N    port for futures (default 0: any free one)
  --seed N            the same seed gives the same market again (default ${defaultSeed})
  --dialect NAME      document: the interface to the letter (default)
                      live: as the service answers today
  --ping-interval MS  what the feeds ask of their clients (default 18000)
  --ping-timeout MS   (default 10000)
  --idle-limit MS     a connection without a ping for so long is dropped (default 60000)
  --token-life MS     life of a feed token (default 86400000)
  --connection-life MS  life of a feed connection (default 86400000)
  --fault JSON        something that goes wrong from the start; may be given again. See GET and POST /faults at
                      the control address of the ready line
  --quiet             no request log on stderr
  --with-parent       end when the parent process ends (its pipe to stdin or its IPC channel closes)
  --help              this text

When it is ready it prints one line of JSON on stdout: the two URLs, the header prefix, the keys, and
where faults can be set while it runs (control: URL and token). POST /reset there starts the whole exchange
again from its seed and answers a new ready line.
It serves until SIGTERM or SIGINT.
`;

const flags = {
  'spot-port': { type: 'string' },
  'futures-port': { type: 'string' },
  seed: { type: 'string' },
  dialect: { type: 'string' },
  'ping-interval': { type: 'string' },
  'ping-timeout': { type: 'string' },
  'idle-limit': { type: 'string' },
  'token-life': { type: 'string' },
  'connection-life': { type: 'string' },
  fault: { type: 'string', multiple: true },
  quiet: { type: 'boolean' },
  'with-parent': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function wholeNumber(flag: string, text: string | undefined, range: { most: number; fallback: number }): number {
  if (text === undefined) return range.fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= range.most) return value;
  throw new RangeError(`--${flag} wants a whole number from 0 to ${range.most}, not ${JSON.stringify(text)}`);
}

function dialectOf(text: string | undefined): ExchangeOptions['dialect'] {
  if (text === undefined || text === 'document') return 'document';
  if (text === 'live') return 'live';
  throw new RangeError(`--dialect is document or live, not ${JSON.stringify(text)}`);
}

const feedTimes = {
  'ping-interval': 'pingIntervalMs',
  'ping-timeout': 'pingTimeoutMs',
  'idle-limit': 'idleLimitMs',
  'token-life': 'tokenLifeMs',
  'connection-life': 'connectionLifeMs',
} as const;

type FeedFlag = keyof typeof feedTimes;

function feedRulesOf(values: Readonly<Partial<Record<FeedFlag, string>>>): Partial<FeedRules> {
  const rules: { -readonly [Name in keyof FeedRules]?: number } = {};
  const names: readonly FeedFlag[] = ['ping-interval', 'ping-timeout', 'idle-limit', 'token-life', 'connection-life'];
  for (const flag of names) {
    const text = values[flag];
    if (text !== undefined) rules[feedTimes[flag]] = wholeNumber(flag, text, { most: longestMs, fallback: 0 });
  }
  return rules;
}

function faultOf(text: string): Fault {
  try {
    const json: unknown = JSON.parse(text);
    return Fault.parse(json);
  } catch (cause) {
    throw new RangeError(`--fault does not know ${text}`, { cause });
  }
}

/** Reads the words after the program's name; anything unknown or malformed is `wrong`. */
export function readCommandLine(words: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({ args: [...words], options: flags, strict: true, allowPositionals: false });
    if (values.help === true) return { kind: 'help' };
    const options: ExchangeOptions = {
      spotPort: wholeNumber('spot-port', values['spot-port'], { most: highestPort, fallback: 0 }),
      futuresPort: wholeNumber('futures-port', values['futures-port'], { most: highestPort, fallback: 0 }),
      seed: wholeNumber('seed', values.seed, { most: highestSeed, fallback: defaultSeed }),
      dialect: dialectOf(values.dialect),
      feed: feedRulesOf(values),
      faults: (values.fault ?? []).map(faultOf),
      isQuiet: values.quiet ?? false,
      isWithParent: values['with-parent'] ?? false,
    };
    return { kind: 'run', options };
  } catch (cause) {
    return { kind: 'wrong', message: cause instanceof Error ? cause.message : String(cause) };
  }
}
