import { AsyncEntry, findCredentialsAsync } from '@napi-rs/keyring';
import { operatingSystem } from '#os/operating-system.ts';
import { type KeyringAnswer, KeyringRequest, sortFailure } from './protocol.ts';

/**
 * The keyring's own process. A locked keyring can block a native call for ever; here it blocks nothing but itself, and
 * its parent ends it. Pinned to the Secret Service: the library would else fall back to the kernel's keyring, which
 * forgets at log-out.
 */
const pinned = { linux: { store: 'secret-service' } } as const;

async function perform(request: KeyringRequest): Promise<string | null> {
  if (request.action === 'find') {
    // whose they are, never what they hold
    const found = await findCredentialsAsync(request.service);
    return JSON.stringify(found.map(({ account }) => account));
  }
  const entry = new AsyncEntry(request.service, request.account, pinned);
  if (request.action === 'read') return entry.getPassword();
  await (request.action === 'write' ? entry.setPassword(request.text) : entry.deleteCredential());
  return null;
}

async function answer(raw: unknown): Promise<KeyringAnswer> {
  try {
    return { state: 'done', text: await perform(KeyringRequest.parse(raw)) };
  } catch (cause) {
    return sortFailure(cause);
  }
}

/** Electron's utility process speaks through `parentPort`, a forked Node through `process`. */
interface ParentPort {
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
  readonly postMessage: (message: KeyringAnswer) => void;
}

function isParentPort(value: unknown): value is ParentPort {
  return typeof value === 'object' && value !== null && 'on' in value && 'postMessage' in value;
}

const port = 'parentPort' in process ? process.parentPort : undefined;
if (isParentPort(port)) {
  port.on('message', event => {
    void answer(event.data).then(reply => port.postMessage(reply));
  });
} else {
  process.on('message', raw => {
    void answer(raw).then(reply => process.send?.(reply));
  });
  // SIGKILL, because an exit would wait for the native call that may be hanging
  process.on('disconnect', () => operatingSystem.endPid(process.pid));
}
