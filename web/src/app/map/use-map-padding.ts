import { useMemo } from 'react';
import type { MapPadding } from '#map/map-types.ts';
import { useMediaQuery, useSmallScreen, useWindowHeight } from '#platform/device.ts';
import type { SheetStop } from '#ui/BottomSheet.tsx';

const margin_px = 12;
const header_px = 80;
const panel_px = { wide: 384, narrow: 320 };
const phoneTop_px = 122;
/** The Post button stands above the sheet. */
const postButton_px = 60;
/** What stands below the filters about a place that was asked for. */
const bar_px = 112;
const lowSheet_px = 96;
const halfSheet = 0.46;

export function useMapPadding(sheet: SheetStop, { withBar }: { withBar: boolean }): MapPadding {
  const isSmall = useSmallScreen();
  const isWide = useMediaQuery('(width >= 1024px)');
  const height = useWindowHeight();
  const sheet_px = !isSmall ? 0 : sheet === 'low' ? lowSheet_px : height * halfSheet;
  return useMemo(() => {
    if (isSmall) {
      return {
        top: phoneTop_px + (withBar ? bar_px : 0),
        right: 0,
        bottom: sheet_px + postButton_px,
        left: 0,
      };
    }
    const left = (isWide ? panel_px.wide : panel_px.narrow) + 2 * margin_px;
    return { top: header_px, right: margin_px, bottom: margin_px, left };
  }, [isSmall, isWide, sheet_px, withBar]);
}
