import { defineNotices, type NoticePieces } from '../kernel/notices.ts';
import type { walletNoticeParams } from './wallet-notice-params.ts';

type Pieces = NoticePieces<typeof walletNoticeParams>;

function amount({ language, params }: Pieces): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${format.format((params.amountMinor ?? 0) / 100)} ${params.currency ?? 'DAZI'}`;
}

const receiver = ({ group, params }: Pieces): string => params.name || group;

const memo = ({ language, params }: Pieces): string =>
  params.preview ? `${language === 'en' ? ': ' : '：'}${params.preview}` : '';

/** How often somebody sent something; one after the other is told as one. */
const isGathered = ({ params }: Pieces): boolean => params.count > 1;

export const walletNotices = defineNotices<typeof walletNoticeParams>()({
  codes: ['deposit', 'transfer_sent', 'transfer_received', 'group_transaction'],
  texts: {
    deposit: {
      en: (pieces) => ['Deposit', `${amount(pieces)} arrived in your wallet`],
      ja: (pieces) => ['入金', `ウォレットに${amount(pieces)}が入りました`],
      zh: (pieces) => ['入账', `${amount(pieces)} 已存入你的钱包`],
    },
    transfer_sent: {
      en: (pieces) => ['Transfer sent', `You sent ${amount(pieces)} to ${receiver(pieces)}${memo(pieces)}`],
      ja: (pieces) => [
        '送金しました',
        `${receiver(pieces) === pieces.name ? `${pieces.name}さん` : `「${receiver(pieces)}」`}に${amount(pieces)}を送りました${memo(pieces)}`,
      ],
      zh: (pieces) => ['已转账', `你向 ${receiver(pieces)} 转了 ${amount(pieces)}${memo(pieces)}`],
    },
    transfer_received: {
      en: (pieces) => [
        'Transfer received',
        isGathered(pieces)
          ? `${pieces.name} sent you ${amount(pieces)} in ${pieces.params.count} transfers`
          : `${pieces.name} sent you ${amount(pieces)}${pieces.params.group === null ? '' : ` from ${pieces.params.group}`}${memo(pieces)}`,
      ],
      ja: (pieces) => [
        '送金を受け取りました',
        isGathered(pieces)
          ? `${pieces.name}さんが${pieces.params.count}回の送金で${amount(pieces)}送りました`
          : pieces.params.group === null
            ? `${pieces.name}さんから${amount(pieces)}を受け取りました${memo(pieces)}`
            : `${pieces.name}さんが「${pieces.params.group}」から${amount(pieces)}を送りました${memo(pieces)}`,
      ],
      zh: (pieces) => [
        '收到转账',
        isGathered(pieces)
          ? `${pieces.name} 分${pieces.params.count}次共转给你${amount(pieces)}`
          : `${pieces.params.group === null ? `${pieces.name} 向你转了 ${amount(pieces)}` : `${pieces.name} 从“${pieces.params.group}”向你转了 ${amount(pieces)}`}${memo(pieces)}`,
      ],
    },
    group_transaction: {
      en: (pieces) => [
        'Group wallet',
        `${pieces.name} sent ${amount(pieces)} to ${pieces.group}${memo(pieces)}`,
      ],
      ja: (pieces) => [
        'グループウォレット',
        `${pieces.name}さんが「${pieces.group}」に${amount(pieces)}を送りました${memo(pieces)}`,
      ],
      zh: (pieces) => ['群组钱包', `${pieces.name} 向“${pieces.group}”转了 ${amount(pieces)}${memo(pieces)}`],
    },
  },
});

export type WalletNotice = (typeof walletNotices.codes)[number];
