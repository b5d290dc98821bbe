import { clockFormat } from '../kernel/clock-format.ts';
import type { NoticeLanguage } from '../kernel/notices.ts';
import type { NotificationParams } from '../notice-params.ts';
import { type NotificationCode, noticeTexts } from '../notices.ts';
import { planName } from '../plans/plan-name.ts';
import { quickAnswerWords } from '../plans/quick-answer-words.ts';

export interface NotificationText {
  title: string;
  message: string;
}

interface Words {
  /** Of people without a name. */
  nobody: string;
  /** Of rooms without one. */
  group: string;
  photo: string;
  video: string;
  /** Aiko, Aiko and 3 others. */
  people(name: string, others: number): string;
  /** What is pushed when previews are not wanted. */
  unsaid: NotificationText;
}

const words: Record<NoticeLanguage, Words> = {
  en: {
    nobody: 'Somebody',
    group: 'a group',
    photo: '[Photo]',
    video: '[Video]',
    people: (name, others) =>
      others === 0 ? name : `${name} and ${others} ${others === 1 ? 'other' : 'others'}`,
    unsaid: { title: 'Dazi', message: 'There is something new for you' },
  },
  ja: {
    nobody: 'だれか',
    group: 'グループ',
    photo: '[写真]',
    video: '[動画]',
    people: (name, others) => (others === 0 ? `${name}さん` : `${name}さん、ほか${others}人`),
    unsaid: { title: 'Dazi', message: '新しいお知らせがあります' },
  },
  zh: {
    nobody: '某人',
    group: '群组',
    photo: '[图片]',
    video: '[视频]',
    people: (name, others) => (others === 0 ? `${name} ` : `${name} 和其他${others}人`),
    unsaid: { title: 'Dazi', message: '有新的通知' },
  },
};

/** For the web and for pushes of the server. Times are of `timeZone`, named where it is UTC, else of the machine. */
export function notificationText(
  language: NoticeLanguage,
  code: NotificationCode,
  params: NotificationParams,
  timeZone?: string,
): NotificationText {
  const { nobody, group, people } = words[language];
  const name = params.name || nobody;
  const [title, message] = noticeTexts[code][language]({
    language,
    params,
    who: people(name, params.others),
    name,
    group: params.group || (params.planOf ? planName(language, params.planOf) : group),
    preview: saidIn(language, params),
    times: params.count > 1 ? ` (${params.count})` : '',
    number: (value) => new Intl.NumberFormat(language).format(value ?? 0),
    time: (instant) => (instant === null ? '' : timeIn(language, instant, timeZone)),
  });
  return { title, message };
}

function saidIn(language: NoticeLanguage, { preview, quick, media }: NotificationParams): string {
  const { photo, video } = words[language];
  if (preview) return preview;
  if (quick) return quickAnswerWords[language][quick];
  return media ? { image: photo, video }[media] : '';
}

const timeIn = (language: NoticeLanguage, instant: string, timeZone: string | undefined): string =>
  clockFormat(language, {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(timeZone && { timeZone }),
    ...(timeZone === 'UTC' && { timeZoneName: 'short' }),
  }).format(new Date(instant));

export const unsaidText = (language: NoticeLanguage): NotificationText => words[language].unsaid;
