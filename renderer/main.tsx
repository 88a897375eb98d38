import './startup/request-early.ts';
import './bridge/schema-mode.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#bridge/query-client.ts';
import { App } from './app/app.tsx';
import { Providers } from './app/providers.tsx';
import { readViewSettings } from './app/settings/view-settings.ts';
import { prepareWindow } from './startup/prepare-window.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('no #root');
const client = createQueryClient();
// no `await` here: it would make the bundler take the first file apart
if (location.search === '?panel')
  void import('./app/windows/begin-panel.tsx').then(panel => panel.beginPanel(root, client));
else
  void prepareWindow(client, readViewSettings).then(({ hasViewSettings }) =>
    createRoot(root).render(
      <StrictMode>
        <Providers client={client}>
          <App hasViewSettings={hasViewSettings} />
        </Providers>
      </StrictMode>,
    ),
  );
