import { Suspense, useEffect } from 'react';
import { AppHeader } from '#app/shell/AppHeader.tsx';
import { DemoLabel } from '#app/shell/DemoLabel.tsx';
import { useWelcome } from '#app/welcome/use-welcome.ts';
import { WelcomeOverlay } from '#app/welcome/WelcomeOverlay.tsx';
import { useSmallScreen } from '#platform/device.ts';
import { whenIdle } from '#platform/idle.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const loadMapPage = () => import('./MapPage.tsx');
// The map and its list come after the first words; until then the header stands alone.
const MapPage = lazyPart('MapPage', loadMapPage);

/** The map, and over it the landing. On small screens that leaves nothing of the map to be seen, which waits then. */
export function MapScreen() {
  const welcome = useWelcome();
  const isCovered = welcome.state !== 'closed';
  const isHidden = useSmallScreen() && isCovered;
  useEffect(() => {
    if (!isHidden) return;
    // What does not come now comes when it is needed, and is missed then.
    return whenIdle(() => void Promise.all([loadMapPage(), import('#map/MapCanvas.tsx')]).catch(() => {}));
  }, [isHidden]);
  return (
    <>
      {!isHidden && (
        <>
          {/* Not the page's own: what was begun in the header outlives the wait for the page. */}
          <AppHeader floating />
          <Suspense fallback={null}>
            <MapPage isCovered={isCovered} wasEntered={welcome.wasEntered} />
          </Suspense>
        </>
      )}
      <DemoLabel onLanding={isCovered} />
      <WelcomeOverlay welcome={welcome} />
    </>
  );
}
