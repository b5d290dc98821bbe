import { WhenNetworkIsBack } from '#ui/WhenNetworkIsBack.tsx';

function fetchBroken() {
  for (const picture of document.images) {
    const address = picture.getAttribute('src');
    if (address && picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', address);
  }
}

/** Pictures that could not be fetched are fetched when the network is back: a browser leaves them broken. */
export const PicturesAgain = () => <WhenNetworkIsBack run={fetchBroken} />;
