import { fieldsOf } from '../parsers/parser.ts';

/** A pushed message. `text` is the whole frame, for readers that need it digit for digit. */
export interface MessageFrame {
  readonly kind: 'message';
  readonly topic: string;
  readonly subject: string;
  readonly data: unknown;
  readonly text: string;
}

/** welcome, pong, ack, error: the talk about the connection itself. docs/exchange/feeds.md §2. */
export interface ControlFrame {
  readonly kind: 'control';
  readonly type: string;
  readonly id: string | null;
  readonly code: number | null;
  /** the exchange's words about an error */
  readonly words: string | null;
}

/** No frame at all. `topic` when it can be made out all the same. */
export interface BadFrame {
  readonly kind: 'bad';
  readonly topic: string | null;
}

export type Frame = MessageFrame | ControlFrame | BadFrame;

const topicInText = /"topic"\s*:\s*"([^"\\]{1,200})"/;

function bad(text: string): BadFrame {
  return { kind: 'bad', topic: topicInText.exec(text)?.[1] ?? null };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // the resulting bad frame reports it; the message of the parser would quote the text
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

/** Frames without a type occur in old answers: a topic makes a message. docs/exchange/feeds.md §4. */
export function readFrame(text: string): Frame {
  const fields = fieldsOf(parse(text));
  if (fields === null) return bad(text);
  const { type, topic } = fields;
  if (typeof topic === 'string' && (type === 'message' || type === undefined)) {
    const { subject, data } = fields;
    return { kind: 'message', topic, subject: typeof subject === 'string' ? subject : '', data, text };
  }
  if (typeof type !== 'string' || type === 'message') return bad(text);
  const { id, code, data } = fields;
  const number = typeof code === 'string' ? Number(code) : code;
  return {
    kind: 'control',
    type,
    id: textOf(id),
    code: typeof number === 'number' && Number.isInteger(number) ? number : null,
    words: typeof data === 'string' ? data.slice(0, 200) : null,
  };
}
