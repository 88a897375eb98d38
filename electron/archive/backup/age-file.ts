import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';

/** Files in the format of age (age-encryption.org/v1), encrypted with a passphrase. The `age` command opens them. */

export interface EncryptOptions {
  readonly from: string;
  /** must not exist */
  readonly to: string;
  readonly passphrase: string;
  /** base-2 logarithm of the work of scrypt; absent: 18, as the `age` command uses. Tests take less. */
  readonly workFactor?: number | undefined;
  /** called with the count of bytes that are read so far */
  readonly onBytes?: OnBytes | undefined;
}

export type OnBytes = (bytes: number) => void;

/** A passphrase that does not open the file, or a file that is not whole. `isPassphrase`: the first of both. */
export class UnreadableBackup extends Error {
  readonly isPassphrase: boolean;
  constructor(cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(detail, { cause });
    this.isPassphrase = detail.includes('no identity matched');
  }
}

const chunkBytes = 1024 * 1024;

async function* readChunks(path: string, onBytes?: OnBytes): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  let bytes = 0;
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(chunkBytes) });
      if (bytesRead === 0) return;
      bytes += bytesRead;
      onBytes?.(bytes);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Writes the chunks into a new file that only its owner may read, and flushes it. Throws what the file system throws. */
async function writeChunks(to: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The SHA-256 of all chunks, in hex. */
async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  return await hashChunks(readChunks(path));
}

/** Encrypts a file into a new one. Throws what the file system throws. */
export async function encryptFile({ from, to, passphrase, workFactor, onBytes }: EncryptOptions): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  await writeChunks(to, await encrypter.encrypt(ReadableStream.from(readChunks(from, onBytes))));
}

async function* decryptChunks(path: string, passphrase: string, onBytes?: OnBytes): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    yield* await decrypter.decrypt(ReadableStream.from(readChunks(path, onBytes)));
  } catch (cause) {
    throw cause instanceof Error && 'syscall' in cause ? cause : new UnreadableBackup(cause);
  }
}

/** Decrypts a file into a new one. Throws `UnreadableBackup`, or what the file system throws. */
export async function decryptFile({
  from,
  to,
  passphrase,
}: Omit<EncryptOptions, 'workFactor' | 'onBytes'>): Promise<void> {
  await writeChunks(to, decryptChunks(from, passphrase));
}

/** The SHA-256 of what is encrypted in the file. Throws `UnreadableBackup`, or what the file system throws. */
export async function hashEncrypted(path: string, passphrase: string, onBytes?: OnBytes): Promise<string> {
  return await hashChunks(decryptChunks(path, passphrase, onBytes));
}
