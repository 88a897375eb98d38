/** What a log line may carry: plain values and lists of them. Never an error object, a header map or a body. */
export type LogValue = string | number | boolean | null | undefined | readonly LogValue[];

/** The one logger of the engine room. Events are dotted nouns in the past tense (`client.answered`), never sentences with data in them. */
export interface Log {
  readonly debug: (event: string, fields?: Readonly<Record<string, LogValue>>) => void;
  readonly info: (event: string, fields?: Readonly<Record<string, LogValue>>) => void;
  readonly warn: (event: string, fields?: Readonly<Record<string, LogValue>>) => void;
  readonly error: (event: string, fields?: Readonly<Record<string, LogValue>>) => void;
}
