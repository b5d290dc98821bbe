import { useNetworkBack } from '#platform/network-back.ts';

/** Pictures that could not be fetched are fetched when the network is back: a browser leaves them broken. */
export function usePicturesAgain(): void {
  useNetworkBack(() => {
    for (const picture of document.images) {
      const address = picture.getAttribute('src');
      if (address && picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', address);
    }
  });
}
