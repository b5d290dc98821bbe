import { askUntil } from './even-pace.ts';

/** The process of `askBeside`. */
const [origin, path, perSecond] = process.argv.slice(2) as [string, string, string];
let isStopped = false;
process.once('message', () => {
  isStopped = true;
});
const asked = await askUntil(
  origin,
  () => path,
  Number(perSecond),
  () => isStopped,
);
process.send!(asked, () => process.disconnect());
