import { expect, it } from 'vitest';
import type { FailureKind } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import {
  addressesOf,
  type ConnectDraft,
  candidateOf,
  draftErrors,
  emptyDraft,
  fieldOfRejection,
} from './connect-form.ts';

const draft: ConnectDraft = { ...emptyDraft(), name: 'Desk' };
const custom: ConnectDraft = {
  ...draft,
  preset: 'custom',
  spotUrl: 'https://api.example',
  futuresUrl: 'https://f.example:8443',
  headerPrefix: 'KC',
};
const practice = buildProfile({ permissions: [] });

it('connect form starts read-only, in the keychain, with the addresses of the preset', () => {
  expect(emptyDraft()).toMatchObject({
    isReadOnly: true,
    storage: 'keychain',
    preset: 'kucoin',
    ...addressesOf('kucoin', undefined),
  });
  expect(addressesOf('practice', practice)).toEqual({
    spotUrl: 'http://127.0.0.1:4001',
    futuresUrl: 'http://127.0.0.1:4002',
    headerPrefix: 'SVC',
  });
  expect(addressesOf('practice', undefined).spotUrl).toBe('');
  expect(addressesOf('custom', practice).spotUrl).toBe('');
});

it('connect form of a complete preset has no errors', () => {
  expect(draftErrors(draft)).toEqual({});
});

it('connect form names each missing field', () => {
  const errors = draftErrors({ ...draft, name: ' ', headerPrefix: 'kc' });
  expect(Object.keys(errors).toSorted()).toEqual(['headerPrefix', 'name']);
});

it.each([
  ['', 'Needed'],
  ['api.example', 'Write it as https://host'],
  ['http://api.example', 'Only https, except on this machine (http://127.0.0.1:port)'],
])('connect form rejects the custom address %j', (spotUrl, reason) => {
  expect(draftErrors({ ...custom, spotUrl }).spotUrl).toBe(reason);
});

it('connect form allows plain http only on this machine, and practice only there', () => {
  expect(draftErrors({ ...custom, spotUrl: 'http://127.0.0.1:9' }).spotUrl).toBeUndefined();
  expect(draftErrors({ ...draft, preset: 'practice', spotUrl: 'http://[::1]:9' }).spotUrl).toBeUndefined();
  expect(draftErrors({ ...draft, preset: 'practice', spotUrl: 'https://api.example' }).spotUrl).toContain('127.0.0.1');
});

function at(kind: FailureKind, field?: string) {
  return fieldOfRejection({ kind, message: '', isOutcomeUnknown: false, ...(field === undefined ? {} : { field }) });
}

it('connect form shows an error next to the wrong field', () => {
  expect(at('declined')).toBe('form');
  expect(at('unreachable')).toBe('spotUrl');
  expect(at('unreachable', 'futuresUrl')).toBe('futuresUrl');
  expect(at('invalid-request', 'url')).toBe('spotUrl');
  expect(at('invalid-request', 'data.0.weird')).toBe('form');
  expect(at('no-keychain')).toBe('storage');
  expect(at('clock')).toBe('form');
});

it('connect form sends the fields of the contract only', () => {
  expect(candidateOf({ ...custom, name: ' Desk ' })).toEqual({
    name: 'Desk',
    colour: 'blue',
    preset: 'custom',
    spotUrl: 'https://api.example',
    futuresUrl: 'https://f.example:8443',
    headerPrefix: 'KC',
    keyVersion: '2',
    isReadOnly: true,
    storage: 'keychain',
  });
});
