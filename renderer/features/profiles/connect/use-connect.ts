import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import type { CallOutput } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { anyReadKey } from '#bridge/query-keys.ts';
import {
  type ConnectDraft,
  type ConnectErrors,
  candidateOf,
  draftErrors,
  emptyDraft,
  fieldOfRejection,
} from './connect-form.ts';

export interface Connect {
  readonly draft: ConnectDraft;
  readonly change: (patch: Partial<ConnectDraft>) => void;
  readonly errors: ConnectErrors;
  readonly failure: Failure | null;
  readonly isSending: boolean;
  readonly connected: CallOutput<'profiles.connect'> | null;
  readonly submit: () => Promise<void>;
}

/**
 * Asks main to connect a profile. Main checks the addresses and then asks for the key in the trusted window; the answer
 * may take as long as the user does.
 */
export function useConnect(): Connect {
  const client = useQueryClient();
  const [draft, change] = useReducer(applyPatch, undefined, emptyDraft);
  const [errors, setErrors] = useState<ConnectErrors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const [connected, setConnected] = useState<Connect['connected']>(null);

  const submit = async () => {
    const found = draftErrors(draft);
    setErrors(found);
    setFailure(null);
    if (isSending || Object.keys(found).length > 0) return;
    setSending(true);
    try {
      setConnected(await call('profiles.connect', candidateOf(draft)));
      await client.invalidateQueries({ queryKey: anyReadKey('profiles.list') });
    } catch (thrown) {
      const error = toFailure(thrown);
      setFailure(error);
      setErrors({ [fieldOfRejection(error)]: error.message });
    } finally {
      setSending(false);
    }
  };
  return { draft, change, errors, failure, isSending, connected, submit };
}

function applyPatch(draft: ConnectDraft, patch: Partial<ConnectDraft>): ConnectDraft {
  return { ...draft, ...patch };
}
