import { DaziServer } from './dazi-server.ts';

/** Once before all workers: they share the work, not the server. */
// biome-ignore lint/style/noDefaultExport: the runner takes it by this name
export default () => DaziServer.prepareTown();
