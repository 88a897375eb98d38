/** What a call does, and how main admits it. Everything that treats calls by kind is derived from this. */
export interface CallTraits {
  /** `read`: main asks the exchange; `own`: Fathom answers by itself; `write`: something is sent to the exchange */
  readonly kind: 'read' | 'own' | 'write';
  /** the rate class of the page: `cancel` waits for nothing, `save` stores a document, `part` is a part of a file */
  readonly rate: 'read' | 'write' | 'cancel' | 'save' | 'part';
  /** Whether Fathom answers it while it is locked: it says nothing of an account, or it reduces risk. */
  readonly isAnsweredWhileLocked: boolean;
}

export const exchangeRead = { kind: 'read', rate: 'read', isAnsweredWhileLocked: false } as const satisfies CallTraits;
export const exchangeWrite = {
  kind: 'write',
  rate: 'write',
  isAnsweredWhileLocked: false,
} as const satisfies CallTraits;
/** Cancels reduce risk, so they are answered while Fathom is locked too. */
export const exchangeCancel = {
  kind: 'write',
  rate: 'cancel',
  isAnsweredWhileLocked: true,
} as const satisfies CallTraits;
export const ownRead = { kind: 'own', rate: 'read', isAnsweredWhileLocked: false } as const satisfies CallTraits;
export const ownChange = { kind: 'own', rate: 'write', isAnsweredWhileLocked: false } as const satisfies CallTraits;
export const ownSave = { kind: 'own', rate: 'save', isAnsweredWhileLocked: false } as const satisfies CallTraits;
export const filePart = { kind: 'own', rate: 'part', isAnsweredWhileLocked: false } as const satisfies CallTraits;

/** Behind the traits of a call: it is answered while Fathom is locked. */
export const whileLocked = { isAnsweredWhileLocked: true } as const;
