const minuteMs = 60_000;

const two = (value: number) => String(value).padStart(2, '0');

/** The same moment here, with how far that is from UTC, as a spreadsheet reads it: `2026-03-05 14:03:09.000 +01:00`. */
export function formatZoned(epochMs: number): string {
  const minutes = -new Date(epochMs).getTimezoneOffset();
  const local = new Date(epochMs + minutes * minuteMs).toISOString().replace('T', ' ').replace('Z', '');
  const ahead = Math.abs(minutes);
  return `${local} ${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}
