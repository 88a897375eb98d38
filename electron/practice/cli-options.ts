import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface ExchangeOptions {
  /** 0: any free port */
  readonly spotPort: number;
  readonly futuresPort: number;
  readonly seed: number;
  readonly dialect: 'document' | 'live';
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

export const usage = `Usage: npm run -s exchange -- [options]

The practice exchange: a living market on two loopback ports, with keys that die with it.

  --spot-port N       port for spot, margin and accounts (default 0: any free one)
  --futures-port N    port for futures (default 0: any free one)
  --seed N            the same seed gives the same market again (default ${defaultSeed})
  --dialect NAME      document: the interface document to the letter (default)
                      live: as the service answers today
  --quiet             no request log on stderr
  --with-parent       end when the parent process ends (its pipe to stdin or its IPC channel closes)
  --help              this text

When it is ready it prints one line of JSON on stdout: the two URLs, the header prefix and the keys.
It serves until SIGTERM or SIGINT.
`;

const flags = {
  'spot-port': { type: 'string' },
  'futures-port': { type: 'string' },
  seed: { type: 'string' },
  dialect: { type: 'string' },
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
      isQuiet: values.quiet ?? false,
      isWithParent: values['with-parent'] ?? false,
    };
    return { kind: 'run', options };
  } catch (cause) {
    return { kind: 'wrong', message: cause instanceof Error ? cause.message : String(cause) };
  }
}
