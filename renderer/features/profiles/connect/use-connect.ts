import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
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
  fieldOfRefusal,
  type Secrets,
} from './connect-form.ts';

export interface SecretFields {
  /** a new one after each attempt: the fields are made anew, so that not even their undo history remembers */
  readonly generation: number;
  readonly register: (name: keyof Secrets, element: HTMLInputElement | null) => void;
}

export interface Connect {
  readonly draft: ConnectDraft;
  readonly change: (patch: Partial<ConnectDraft>) => void;
  readonly errors: ConnectErrors;
  readonly refusal: Failure | null;
  readonly isSending: boolean;
  readonly connected: CallOutput<'profiles.connect'> | null;
  readonly fields: SecretFields;
  readonly submit: () => Promise<void>;
}

/**
 * The way of a key from three fields down to main. It is not a mutation and not in a store: those keep what they are
 * given. The fields are read once and emptied in the same breath, whatever the answer will be.
 */
export function useConnect(): Connect {
  const client = useQueryClient();
  const [draft, change] = useReducer(applyPatch, undefined, emptyDraft);
  const [errors, setErrors] = useState<ConnectErrors>({});
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const [connected, setConnected] = useState<Connect['connected']>(null);
  const [generation, nextGeneration] = useReducer((count: number) => count + 1, 0);
  const elements = useRef(new Map<keyof Secrets, HTMLInputElement>());

  const submit = async () => {
    const found = draftErrors(draft, peek(elements.current));
    setErrors(found);
    setRefusal(null);
    if (isSending || Object.keys(found).length > 0) return;
    setSending(true);
    try {
      const sent = call('profiles.connect', candidateOf(draft, peek(elements.current)));
      empty(elements.current);
      nextGeneration();
      setConnected(await sent);
      await client.invalidateQueries({ queryKey: anyReadKey('profiles.list') });
    } catch (thrown) {
      const error = toFailure(thrown);
      setRefusal(error);
      setErrors({ [fieldOfRefusal(error)]: error.message });
    } finally {
      setSending(false);
    }
  };
  const register = (name: keyof Secrets, element: HTMLInputElement | null) => {
    if (element === null) elements.current.delete(name);
    else elements.current.set(name, element);
  };
  return { draft, change, errors, refusal, isSending, connected, fields: { generation, register }, submit };
}

function applyPatch(draft: ConnectDraft, patch: Partial<ConnectDraft>): ConnectDraft {
  return { ...draft, ...patch };
}

function peek(elements: ReadonlyMap<keyof Secrets, HTMLInputElement>): Secrets {
  const read = (name: keyof Secrets) => elements.get(name)?.value ?? '';
  return { key: read('key'), secret: read('secret'), passphrase: read('passphrase') };
}

function empty(elements: ReadonlyMap<keyof Secrets, HTMLInputElement>): void {
  for (const element of elements.values()) element.value = '';
}
