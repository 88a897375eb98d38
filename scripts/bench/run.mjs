import { measureBookApply, measureDeepApply, measureFrameApply } from './book-apply.mjs';
import { measureDoorAtTenThousand, measureDoorAtThousand } from './door-bytes.mjs';
import { measureGate } from './gate.mjs';
import { measureMessageWork } from './message-work.mjs';
import { pageMetrics } from './page-metrics.mjs';
import { measureReconnect } from './reconnect.mjs';
import { measureStart } from './start.mjs';

const metrics = [
  measureBookApply,
  measureFrameApply,
  measureDeepApply,
  measureMessageWork,
  measureDoorAtThousand,
  measureDoorAtTenThousand,
  measureGate,
  measureStart,
  measureReconnect,
  ...pageMetrics,
];

for (const measure of metrics) {
  const { ratio, ...rest } = await measure();
  const { goal, met, ...head } = rest;
  console.log(JSON.stringify({ ...head, ratio: Number(ratio.toFixed(3)), goal, met }));
}
