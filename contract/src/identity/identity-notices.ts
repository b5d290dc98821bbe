import { defineNotices } from '../kernel/notices.ts';
import { deviceNames } from './device-names.ts';
import type { identityNoticeParams } from './identity-notice-params.ts';

/** Told to the other devices of whoever signed in. */
export const identityNotices = defineNotices<typeof identityNoticeParams>()({
  codes: ['new_device'],
  texts: {
    new_device: {
      en: ({ params }) => {
        const { browser, system } = deviceNames(params, 'en');
        return ['New sign-in', `${browser} on ${system}. Was it not you? Sign it out in Settings.`];
      },
      ja: ({ params }) => {
        const { browser, system } = deviceNames(params, 'ja');
        return [
          '新しいサインイン',
          `${system}の${browser}です。心当たりがなければ、設定でサインアウトしてください。`,
        ];
      },
      zh: ({ params }) => {
        const { browser, system } = deviceNames(params, 'zh');
        return ['新设备登录', `${system} 上的 ${browser}。如果不是你，请在设置中让它退出登录。`];
      },
    },
  },
});
