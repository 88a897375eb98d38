import type { Profile } from '#shared/domain/profile.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { BudgetPanel } from './budget/budget-panel.tsx';
import type { PanelTitles } from './budget/panel-titles.ts';
import { HealthPanel } from './budget/health-panel.tsx';
import type { AttentionItem, AttentionTarget } from './attention/attention-item.ts';
import './overview.css';
import type { TotalNav } from './model/total-nav.ts';
import { AttentionPanel } from './panels/attention-panel.tsx';
import { type AwayGathered, AwayPanel } from './panels/away-panel.tsx';
import { type ReadWorth, ValuePanel } from './panels/value-panel.tsx';

/** What the app has gathered of all features. */
export interface Gathered {
  readonly worth: {
    readonly total: TotalNav;
    readonly own: ReadWorth;
    readonly subs: ReadWorth;
    readonly currency: string;
    readonly currencies: readonly string[];
    readonly onCurrency: (currency: string) => void;
  };
  readonly attention: PanelRead<readonly AttentionItem[]>;
  /** what was not looked at, as half sentences */
  readonly unseen: readonly string[];
  readonly away: AwayGathered;
}

interface OverviewPageProps {
  readonly profile: Profile;
  readonly gathered: Gathered;
  readonly onOpen: (target: AttentionTarget) => void;
  readonly panels: PanelTitles;
}

/** The page to begin a day with: what there is, what deserves a look, what happened meanwhile, and whether the line is well. */
export function OverviewPage({ profile, gathered, onOpen, panels }: OverviewPageProps) {
  return (
    <div className="overview-frame">
      <div className="overview">
        <div className="overview-value">
          <ValuePanel {...gathered.worth} />
        </div>
        <div className="overview-attention">
          <AttentionPanel read={gathered.attention} unseen={gathered.unseen} onOpen={onOpen} />
        </div>
        <div className="overview-away">
          <AwayPanel {...gathered.away} onOpen={onOpen} />
        </div>
        <div className="overview-health">
          <HealthPanel profileId={profile.id} />
        </div>
        <div className="overview-budget">
          <BudgetPanel profileId={profile.id} panels={panels} />
        </div>
      </div>
    </div>
  );
}
