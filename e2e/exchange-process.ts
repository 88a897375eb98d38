import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './testing/fathom-fixture.ts';

export interface IssuedKey {
  readonly label: string;
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly version: number;
  readonly permissions: readonly string[];
}

export interface ExchangeProcess {
  readonly spot: string;
  readonly futures: string;
  readonly headerPrefix: string;
  /** where faults are set while it runs */
  readonly control: { readonly url: string; readonly token: string };
  readonly keys: readonly IssuedKey[];
  readonly key: (label: string) => IssuedKey;
  readonly stop: () => Promise<void>;
}

interface ReadyLine {
  readonly spot: string;
  readonly futures: string;
  readonly headerPrefix: string;
  readonly control: { readonly url: string; readonly token: string };
  readonly keys: readonly IssuedKey[];
}

async function readReadyLine(child: ChildProcess): Promise<ReadyLine> {
  if (child.stdout === null) throw new Error('the exchange has no output');
  for await (const line of createInterface(child.stdout)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's documented line; a test fails loudly if it lies
    return JSON.parse(line) as ReadyLine;
  }
  throw new Error('the exchange ended before it was ready');
}

/** A practice exchange of its own, as `npm run exchange` starts it. Its keys and its state end with it. */
export async function startExchange(words: readonly string[] = []): Promise<ExchangeProcess> {
  const child = spawn(
    process.execPath,
    [join(root, 'dist', 'electron', 'practice-cli.js'), '--quiet', '--seed', '7', ...words],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = await readReadyLine(child);
  const key = (label: string) => {
    const found = ready.keys.find(each => each.label === label);
    if (found === undefined) throw new Error(`the exchange has no key ${label}`);
    return found;
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { ...ready, key, stop };
}
