interface RejectionNoticesProps {
  readonly validationErrors: readonly { readonly rule: string; readonly message: string }[];
}

/** What main would refuse of an action, each rule in a line, before anything is sent. */
export function RejectionNotices({ validationErrors }: RejectionNoticesProps) {
  return validationErrors.map(({ rule, message }) => (
    <p key={rule} className="notice notice-danger">
      {message}
    </p>
  ));
}
