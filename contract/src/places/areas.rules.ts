/** The stream's areas: one topic for each cell of this level. */
export const areaLevel = 12;
/** As many of them as one stream listens to. */
export const areaLimit = 32;
/** Zoom from which a map listens to its areas; further out it refreshes every 15 s. */
export const areaZoom = 11;
