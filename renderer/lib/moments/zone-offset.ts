type ZoneOffset = (epochMs: number) => number;

const quarterMs = 15 * 60_000;
/** Clocks are only ever set at a quarter of an hour: what is known of one holds for all of it. */
const mostKnown = 5_000;
const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
const made = new Map<string, ZoneOffset | null>();

/** How many ms a zone is ahead of UTC at a moment; null: `local`, or a name that this system does not know. */
export function zoneOffsetOf(zone: string): ZoneOffset | null {
  if (zone === 'local') return null;
  const known = made.get(zone);
  if (known !== undefined) return known;
  const offset = zone === 'UTC' ? () => 0 : makeOffset(zone);
  made.set(zone, offset);
  return offset;
}

function makeOffset(zone: string): ZoneOffset | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone, hourCycle: 'h23' });
  } catch {
    return null; // a file may name anything
  }
  const known = new Map<number, number>();
  return epochMs => {
    const quarter = Math.floor(epochMs / quarterMs);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    if (known.size >= mostKnown) known.clear();
    const beginMs = quarter * quarterMs;
    const at = Object.fromEntries(format.formatToParts(beginMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = at;
    const offsetMs = Date.UTC(year, month - 1, day, hour, minute) - beginMs;
    known.set(quarter, offsetMs);
    return offsetMs;
  };
}
