import type { JSHandle, Page } from '@playwright/test';

/** What a browser hands over with a picture that is dragged or pasted. */
export const transferOf = (page: Page, name: string, picture: Buffer): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    ({ base64, fileName }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName, { type: 'image/jpeg' }));
      return data;
    },
    { base64: picture.toString('base64'), fileName: name },
  );
