import { measureBookApply } from './book-apply.mjs';
import { measureStart } from './start.mjs';

const metrics = [measureBookApply, measureStart];

for (const measure of metrics) {
  const { ratio, ...rest } = await measure();
  const { goal, met, ...head } = rest;
  console.log(JSON.stringify({ ...head, ratio: Number(ratio.toFixed(3)), goal, met }));
}
