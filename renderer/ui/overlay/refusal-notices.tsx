interface RefusalNoticesProps {
  readonly refusals: readonly { readonly rule: string; readonly message: string }[];
}

/** What main would refuse of an act, each rule in a line, before anything is sent. */
export function RefusalNotices({ refusals }: RefusalNoticesProps) {
  return refusals.map(({ rule, message }) => (
    <p key={rule} className="notice notice-danger">
      {message}
    </p>
  ));
}
