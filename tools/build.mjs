import { prepare, runTool } from './prepare.mjs';

await runTool(prepare);
