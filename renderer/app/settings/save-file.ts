import { partLength } from '#shared/calls/table-calls.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import type { ExportKind, SaveOutcome } from '#ui/table/view/table-views.ts';

/** A text in parts, each short enough for one call; no part ends inside a surrogate pair. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = Math.min(text.length, from + partLength);
    const isCut = to < text.length && /[\uD800-\uDBFF]/.test(text[to - 1] ?? '');
    parts.push(text.slice(from, isCut ? to - 1 : to));
    from = isCut ? to - 1 : to;
  }
  return parts;
}

/** Main takes so many calls a second; what it refused for that it has not written. Longer than this it never asks for. */
const longestPauseMs = 1000;

async function writePart(exportId: string, text: string): Promise<void> {
  for (;;) {
    try {
      await call('exports.write', { exportId, text });
      return;
    } catch (thrown) {
      const { kind, retryAtMs } = toFailure(thrown);
      if (kind !== 'rate-limited' || retryAtMs === undefined) throw thrown;
      const pauseMs = Math.min(longestPauseMs, Math.max(1, retryAtMs - Date.now()));
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
  }
}

/** Has main write a file into the data folder; answers where it lies, or why there is none. */
export async function saveFile(name: string, kind: ExportKind, text: string): Promise<SaveOutcome> {
  try {
    const { exportId } = await call('exports.begin', { table: name, kind });
    for (const part of partsOf(text)) await writePart(exportId, part);
    return await call('exports.end', { exportId });
  } catch (thrown) {
    return { error: toFailure(thrown).message };
  }
}
