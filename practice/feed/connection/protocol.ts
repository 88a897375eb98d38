import * as z from 'zod/mini';
import { type JsonFields, NumberText, readJson } from '#practice/wire/json.ts';

/** The control frames of docs/exchange/feeds.md §2, both ways. */

/** Ids come as text or as numbers and go back as they came. */
export type FrameId = string | NumberText;

export type ClientMessage =
  | { readonly type: 'ping'; readonly id: FrameId }
  | {
      readonly type: 'subscribe' | 'unsubscribe';
      readonly id: FrameId;
      readonly topic: string | null;
      readonly wantsAck: boolean;
    }
  | { readonly type: 'unknown'; readonly id: FrameId; readonly name: string }
  | { readonly type: 'unreadable' };

const Message = z.object({
  id: z.optional(z.union([z.string(), z.instanceof(NumberText)])),
  type: z.string(),
  topic: z.optional(z.nullable(z.string())),
  response: z.optional(z.unknown()),
});

/** A message of a client; anything but an object with a `type` is unreadable. */
export function readMessage(text: string): ClientMessage {
  const message = Message.safeParse(readJson(text)?.value);
  if (!message.success) return { type: 'unreadable' };
  const { id = '', type, topic, response } = message.data;
  if (type === 'ping') return { type, id };
  if (type !== 'subscribe' && type !== 'unsubscribe') return { type: 'unknown', id, name: type };
  return { type, id, topic: topic === '' ? null : (topic ?? null), wantsAck: response === true };
}

/** Why the server says no: code and words of the `error` frame. */
export interface FeedRejection {
  readonly code: number;
  readonly words: string;
  /** the connection is closed after it */
  readonly isFinal: boolean;
}

function rejection(code: number, words: string, isFinal = false): FeedRejection {
  return { code, words, isFinal };
}

export const rejections = {
  unreadable: rejection(400, 'message is not valid'),
  topicInvalid: (topic: string) => rejection(400, `topic ${topic} is invalid`),
  pingTimeout: rejection(400, 'ping timeout', true),
  token: rejection(401, 'token is invalid or has expired', true),
  login: rejection(403, 'login is required'),
  topicUnknown: (topic: string) => rejection(404, `topic ${topic} is not found`),
  topicMissing: rejection(406, 'topic is required'),
  type: (name: string) => rejection(415, `type ${name} is not supported`),
  internal: rejection(500, 'internal server error'),
  perTime: (most: number) => rejection(509, `exceed max subscription count limitation of ${most} per time`, true),
  perSession: (most: number) => rejection(509, `exceed max subscription count limitation of ${most} per session`, true),
  sessions: (most: number) => rejection(509, `exceed max session count limitation of ${most}`, true),
  permits: rejection(509, 'exceed max permits per second', true),
} as const;

type ControlFrame = JsonFields;

export function welcomeFrame(connectId: string): ControlFrame {
  return { id: connectId, type: 'welcome' };
}

/** The pong's timestamp is in microseconds. */
export function pongFrame(id: FrameId, nowMs: number): ControlFrame {
  return { id, type: 'pong', timestamp: BigInt(Math.floor(nowMs)) * 1000n };
}

export function ackFrame(id: FrameId): ControlFrame {
  return { id, type: 'ack' };
}

export function errorFrame(id: FrameId, { code, words }: FeedRejection): ControlFrame {
  return { id, type: 'error', code, data: words };
}
