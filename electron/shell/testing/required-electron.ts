/**
 * A shell whose program is not here is skipped on a developer's machine. Where FATHOM_REQUIRE_ELECTRON is 1, as in CI,
 * that is a failure: else a broken download would look like a contract that is kept.
 */
export function orFail(
  program: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (program === null && environment['FATHOM_REQUIRE_ELECTRON'] === '1')
    throw new Error('FATHOM_REQUIRE_ELECTRON is set, and the Electron program is not here');
  return program;
}
