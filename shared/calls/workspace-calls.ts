import * as z from 'zod/mini';
import { ProfileWorkspaces } from '#shared/domain/view/workspace.ts';

/** The calls about what a profile's windows look like; part of the contract. */
export const workspaceCalls = {
  /** null: never changed */
  'workspaces.read': { input: z.strictObject({ profileId: z.string() }), output: z.nullable(ProfileWorkspaces) },
  /** replaces what was kept */
  'workspaces.save': {
    input: z.strictObject({ profileId: z.string(), kept: ProfileWorkspaces }),
    output: z.strictObject({}),
  },
} as const;
