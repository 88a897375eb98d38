const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes a date and a time as ISO 8601 does, with a space between. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format;
}

/**
 * What clocks of an IANA zone show at an instant, as the epoch ms at which UTC shows the same; whole seconds. Throws a
 * RangeError for a zone that does not exist.
 */
export function wallClockMs(atMs: number, zone: string): number {
  return Date.parse(`${formatOf(zone).format(atMs).replace(' ', 'T')}Z`);
}
