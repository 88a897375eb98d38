import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, must, run, startSelection, testOnSelection } from './testing/selection-fixture.ts';

testOnSelection();

describe('a profile name bound to its key', () => {
  it('a profile is not used under the name of another profile', async () => {
    const [one, other] = [await connect(), await connect({ name: 'Other' })];
    const file = join(run.dataDir, 'profiles.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"Desk"', '"?"').replace('"Other"', '"Desk"').replace('"?"', '"Other"'));
    run.selection = startSelection();
    for (const { id } of [one, other]) {
      const refused = await run.selection.select(id);
      expect(refused).toMatchObject({
        error: { kind: 'no-secret', message: expect.stringContaining('its key is that') },
      });
    }
    expect(await run.selection.start('Desk')).toMatchObject({ error: { kind: 'no-secret' } });
  });

  it('changes only when the user confirms, in the file and beside the key', async () => {
    const profile = await connect();
    const renamed = { name: 'Small', colour: 'blue', isReadOnly: true } as const;
    run.prompt.replies = [];
    expect(await run.selection.update(profile.id, renamed)).toMatchObject({ error: { kind: 'declined' } });
    expect(run.prompt.questions.at(-1)).toMatchObject({ title: 'Rename Desk to Small' });
    expect(run.selection.state().profiles[1]?.name).toBe('Desk');
    run.prompt.replies = [{ kind: 'confirm', typed: '' }];
    must(await run.selection.update(profile.id, renamed));
    run.selection = startSelection();
    must(await run.selection.start('Small'));
    const taken = await run.selection.update(profile.id, { ...renamed, name: 'practice' });
    expect(taken).toMatchObject({ error: { kind: 'invalid-request', field: 'name' } });
  });

  it('a declined renaming leaves the name unchanged and the profile read-only at once', async () => {
    const profile = await connect({ isReadOnly: false });
    run.prompt.replies = [];
    const change = { name: 'Small', colour: 'rose', isReadOnly: true } as const;
    expect(await run.selection.update(profile.id, change)).toMatchObject({ error: { kind: 'declined' } });
    expect(run.selection.state().profiles[1]).toMatchObject({ name: 'Desk', isReadOnly: true });
    expect(run.keychain.bindings.get(profile.id)?.grants).toMatchObject({ name: 'Desk', mayTrade: false });
  });

  it('stays beside the key when the file cannot be written', async () => {
    const profile = await connect();
    const file = join(run.dataDir, 'profiles.json');
    rmSync(file);
    mkdirSync(join(file, 'in the way'), { recursive: true });
    const renamed = { name: 'Small', colour: 'blue', isReadOnly: true } as const;
    expect(await run.selection.update(profile.id, renamed)).toMatchObject({ error: { kind: 'declined' } });
    expect(run.prompt.failures).toEqual([expect.objectContaining({ kind: 'storage' })]);
    expect(run.keychain.bindings.get(profile.id)?.grants.name).toBe('Desk');
  });

  it('stays with its secret unless the user agrees to remove it', async () => {
    const profile = await connect();
    run.prompt.replies = [];
    expect(await run.selection.remove(profile.id)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(run.selection.state().profiles).toHaveLength(2);
    expect(run.keychain.items.size).toBe(1);
    expect(run.prompt.questions.at(-1)).toMatchObject({
      kind: 'confirm',
      title: 'Remove Desk',
      facts: expect.arrayContaining([
        { label: 'Key', value: 'ends with 9876' },
        { label: 'Deleted', value: 'its key, secret and passphrase from the keychain of this system' },
      ]),
    });
  });
});
