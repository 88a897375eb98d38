import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createInterface as createLines } from 'node:readline';

/** What is typed is not shown. */
function createHiddenOutput(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: createHiddenOutput(), terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

async function readFirstLine(): Promise<string | null> {
  const lines = createLines({ input: process.stdin });
  for await (const line of lines) return line;
  return null;
}

/** The passphrase from standard input; a terminal hides it, and asks twice for a new one. Null: none, or two that differ. */
export async function readPassphrase(isNew: boolean): Promise<string | null> {
  if (!process.stdin.isTTY) return await readFirstLine();
  const first = await askHidden('Passphrase: ');
  if (!isNew) return first;
  const second = await askHidden('Passphrase again: ');
  return first === second ? first : null;
}
