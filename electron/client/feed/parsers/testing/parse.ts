import { parseExact } from '#client/wire/exact-json.ts';
import type { FeedKind } from '#client/feed/messages/messages.ts';
import { kinds, suffixOf } from '#client/feed/topic-table.ts';
import { fieldsOf, type Parsed } from '../parser.ts';

/** Reads a frame's text as the feed does. */
function readText(kind: FeedKind, text: string): Parsed<unknown> {
  const spec = kinds[kind];
  const exact = parseExact(text);
  const value: unknown = spec.isLean ? JSON.parse(text) : exact.ok ? exact.value : null;
  const { topic = '', subject = '', data } = fieldsOf(value) ?? {};
  const reader = spec.parsers.get(String(subject)) ?? spec.parsers.get('*');
  if (reader === undefined) throw new Error(`no reader for ${String(subject)}`);
  return reader({ suffix: suffixOf(String(topic)), subject: String(subject), data });
}

export function valueOf(kind: FeedKind, text: string): unknown {
  const reading = readText(kind, text);
  return reading.ok ? reading.value : `unreadable: ${reading.field}`;
}

/** A frame around data. */
export function frame(topic: string, subject: string, data: unknown): string {
  return JSON.stringify({ type: 'message', topic, subject, data });
}
