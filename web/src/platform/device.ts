import { useSyncExternalStore } from 'react';

export interface Device {
  userAgent: string;
  width: number;
  touch: boolean;
}

const mobileUserAgent = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

function thisDevice(): Device {
  return {
    userAgent: navigator.userAgent,
    width: window.innerWidth,
    touch: navigator.maxTouchPoints > 0 || 'ontouchstart' in window,
  };
}

/** For what follows a finger or a mouse: by user agent, or a width under 768 together with touch. */
export function isMobileDevice(device: Device = thisDevice()): boolean {
  return mobileUserAgent.test(device.userAgent) || (device.width < 768 && device.touch);
}

/** For the size pictures are recompressed to: a width of 768 or less, or a mobile device. */
export function wantsSmallMedia(device: Device = thisDevice()): boolean {
  return device.width <= 768 || mobileUserAgent.test(device.userAgent);
}

/** Whether a CSS media query holds, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

const heightOfWindow = () => window.innerHeight;

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** In px, kept up to date: a phone is turned, or its keyboard comes. */
export const useWindowHeight = () => useSyncExternalStore(onResize, heightOfWindow);

/** Under 768 px the panel is a sheet and dialogs fill the screen. */
export const useSmallScreen = () => useMediaQuery('(width < 768px)');
export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)');
