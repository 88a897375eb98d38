import { readKey } from '#bridge/query-keys.ts';
import { useWrite, type Write } from '#bridge/use-write.ts';

/** Changes the profile that the whole window shows. The cache follows at once; main's push says the same. */
export function useSelectProfile(): Write<'profiles.select'> {
  return useWrite('profiles.select', {
    onSuccess: (profile, client) => {
      client.setQueryData<{ readonly profiles: readonly unknown[]; readonly activeId: string }>(
        readKey('profiles.list', {}),
        old => (old === undefined ? undefined : { ...old, activeId: profile.id }),
      );
    },
    refreshes: ['profiles.list'],
  });
}

export function useUpdateProfile(): Write<'profiles.update'> {
  return useWrite('profiles.update', { refreshes: ['profiles.list'] });
}

export function useRemoveProfile(): Write<'profiles.remove'> {
  return useWrite('profiles.remove', { refreshes: ['profiles.list'] });
}
