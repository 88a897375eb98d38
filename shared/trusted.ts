import * as z from 'zod/mini';
import { ProfileColour } from './domain/profile.ts';

/**
 * What main asks in the trusted window and what that window answers. The main page has no call that leads here: it can
 * make main ask, and hears only what came of it.
 */

/** Where a key is sent. `punycode` is what the network sees when the name has other letters than ASCII. */
const Address = z.object({
  label: z.string(),
  address: z.string(),
  punycode: z.nullable(z.string()),
  /** no profile uses it yet, and it is not an address of a preset */
  isNew: z.boolean(),
});

const who = { profileName: z.string(), colour: ProfileColour };

export const TrustedQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('enter-key'),
    ...who,
    addresses: z.array(Address),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    /** the text that must be typed, because something here is new; null: nothing */
    typeBack: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('confirm'),
    ...who,
    title: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    warning: z.string(),
    typeBack: z.nullable(z.string()),
    confirmLabel: z.string(),
  }),
  z.object({
    kind: z.literal('enter-pin'),
    ...who,
    title: z.string(),
    /** what comes of it, in a sentence */
    explanation: z.string(),
    /** the PIN that is kept now must be typed */
    asksCurrent: z.boolean(),
    /** a new PIN is typed, twice */
    asksNew: z.boolean(),
    typeBack: z.null(),
    confirmLabel: z.string(),
  }),
  z.object({
    kind: z.literal('enter-password'),
    ...who,
    title: z.string(),
    /** where the password is sent and kept, in a sentence */
    explanation: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    typeBack: z.nullable(z.string()),
    confirmLabel: z.string(),
  }),
  z.object({
    kind: z.literal('enter-passphrase'),
    ...who,
    title: z.string(),
    /** what a lost passphrase means, in a sentence */
    warning: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    typeBack: z.null(),
    confirmLabel: z.string(),
  }),
]);
export type TrustedQuestion = z.infer<typeof TrustedQuestion>;

const part = z.string().check(z.trim(), z.minLength(1), z.maxLength(256));
const typed = z.string().check(z.maxLength(400));
const pin = z.string().check(z.maxLength(64));

export const TrustedReply = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('enter-key'),
    key: part,
    secret: part,
    passphrase: part,
    typed,
    /** the user takes a key that can withdraw money; without it such a key is refused */
    mayWithdraw: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('confirm'), typed }),
  /** what was not asked for is empty */
  z.strictObject({ kind: z.literal('enter-pin'), pin, newPin: pin, repeated: pin, typed }),
  /** spaces belong to a password */
  z.strictObject({
    kind: z.literal('enter-password'),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    typed,
  }),
  /** a new passphrase, entered twice; spaces belong to it */
  z.strictObject({
    kind: z.literal('enter-passphrase'),
    passphrase: z.string().check(z.minLength(1), z.maxLength(256)),
    repeated: z.string().check(z.maxLength(256)),
    typed,
  }),
]);
export type TrustedReply = z.infer<typeof TrustedReply>;

export const TrustedOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  /** what was typed may be mended; `field` names the input that is wrong */
  z.object({ kind: z.literal('refused'), field: z.nullable(z.string()), message: z.string() }),
]);
export type TrustedOutcome = z.infer<typeof TrustedOutcome>;
