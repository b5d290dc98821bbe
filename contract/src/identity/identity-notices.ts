import { defineNotices } from '../kernel/notices.ts';
import { deviceName } from './device-names.ts';
import type { identityNoticeParams } from './identity-notice-params.ts';

/** Told to the other devices of whoever signed in. */
export const identityNotices = defineNotices<typeof identityNoticeParams>()({
  codes: ['new_device'],
  texts: {
    new_device: {
      en: ({ params }) => {
        const device = deviceName(params, 'en');
        return ['New sign-in', `${device}. Was it not you? Sign it out in Settings.`];
      },
      ja: ({ params }) => {
        const device = deviceName(params, 'ja');
        return ['新しいサインイン', `${device}です。心当たりがなければ、設定でサインアウトしてください。`];
      },
      zh: ({ params }) => {
        const device = deviceName(params, 'zh');
        return ['新设备登录', `${device}。如果不是你，请在设置中让它退出登录。`];
      },
    },
  },
});
