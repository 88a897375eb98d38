/** `npm run build`: the engine room, the preload, the child processes and the page, into dist/. Runs on Node 24. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root, writeBuildStamp } from './stamp.mjs';

const modes = ['main', 'harness', 'preload', 'children', 'production'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const mode of modes) await build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
writeBuildStamp();
