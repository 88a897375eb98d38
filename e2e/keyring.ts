import { loadHarness, test } from './testing/fathom-fixture.ts';

/** Runs a story with a real keyring behind it; skips it, with the reason, where there can be none. */
export async function withKeyring(
  story: (environment: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const { startTestKeyring } = await loadHarness();
  const keyring = await startTestKeyring();
  test.skip(typeof keyring === 'string', typeof keyring === 'string' ? keyring : '');
  if (typeof keyring === 'string') return;
  const before = Object.fromEntries(Object.keys(keyring.environment).map(name => [name, process.env[name]]));
  Object.assign(process.env, keyring.environment);
  try {
    await story(keyring.environment);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await keyring.stop();
  }
}
