import { Button } from '#ui/form/button.tsx';
import type { Issue } from '../model/issues.ts';
import type { DraftEdit } from '../model/ticket-draft.ts';

interface IssuesProps {
  readonly hard: readonly Issue[];
  readonly soft: readonly Issue[];
  readonly onMend: (edit: DraftEdit) => void;
}

/** So many warnings are read; what must be changed is shown in full, every rule of it. */
const mostShown = 3;

/** What must be changed, and what is worth a second look: what to change, figure and limit, and one press that mends it. */
export function Issues({ hard, soft, onMend }: IssuesProps) {
  return (
    <div className="ticket-issues" aria-live="polite">
      {hard.map(each => (
        <IssueLine key={each.title + each.text} issue={each} tone="danger" onMend={onMend} />
      ))}
      {soft.slice(0, Math.max(0, mostShown - hard.length)).map(each => (
        <IssueLine key={each.title + each.text} issue={each} tone="warning" onMend={onMend} />
      ))}
    </div>
  );
}

interface IssueLineProps {
  readonly issue: Issue;
  readonly tone: 'danger' | 'warning';
  readonly onMend: (edit: DraftEdit) => void;
}

function IssueLine({ issue, tone, onMend }: IssueLineProps) {
  return (
    <p className={`ticket-issue ticket-issue-${tone}`}>
      <span>
        <b>{issue.title}</b> {issue.text}
      </span>
      {issue.mends.map(mend => (
        <Button key={mend.label} size="small" onPress={() => onMend(mend.edit)}>
          {mend.label}
        </Button>
      ))}
    </p>
  );
}
