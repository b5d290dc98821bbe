/** The rules that decisions name, as the community's rules say them (`web/public/manifesto*.txt`). */
export const ruleTexts: readonly { number: number; en: string; ja: string; zh: string }[] = [
  {
    number: 1,
    en: 'Be kind. No insults, no threats, no hounding. Behind every pin there is a person.',
    ja: '親切に。侮辱、脅し、つきまといはしない。どのピンの向こうにも人がいます。',
    zh: '待人友善。不辱骂，不威胁，不纠缠。每个图钉背后都是一个人。',
  },
  {
    number: 2,
    en: 'Adults only. You are 18 or older and say so truthfully. Nothing sexual about minors, ever.',
    ja: '大人だけ。18歳以上であることを正直に伝える。未成年に関わる性的なものは決して許されません。',
    zh: '仅限成年人。你已满18岁，并如实说明。绝不允许任何涉及未成年人的性内容。',
  },
  {
    number: 3,
    en: 'Be yourself. Use a name you answer to and pictures that are yours to show. Do not pretend to be somebody else.',
    ja: '自分らしく。呼ばれて返事のできる名前と、見せてよい自分の写真を使う。ほかの人になりすまさない。',
    zh: '做你自己。用你会答应的名字，用你有权展示的照片。不冒充他人。',
  },
  {
    number: 4,
    en: 'No means no. No flirting where it is not wanted. No answer is a no, too.',
    ja: 'いやは、いや。望まれていない誘いはしない。返事がないのも「いや」です。',
    zh: '不就是不。对方不愿意，就不要搭讪调情。没有回应也是“不”。',
  },
  {
    number: 5,
    en: 'No hate. Nobody is put down for where they come from, what they believe, how they look or whom they love.',
    ja: '憎しみはいらない。出身、信条、見た目、誰を愛するかで人をおとしめない。',
    zh: '不仇恨。不因出身、信仰、外貌或所爱之人而贬低任何人。',
  },
  {
    number: 6,
    en: "Keep other people's secrets. No names, addresses, pictures, messages or whereabouts of others without their yes.",
    ja: 'ほかの人の秘密を守る。名前、住所、写真、メッセージ、居場所を本人の同意なしに公開しない。',
    zh: '保守他人的秘密。未经同意，不公开他人的姓名、住址、照片、消息或行踪。',
  },
  {
    number: 7,
    en: 'Nothing that harms. No violence, no weapons or drugs, nothing illegal, nothing that puts people in danger.',
    ja: '人を傷つけることはしない。暴力、武器や薬物、違法なこと、人を危険にさらすことはいけません。',
    zh: '不做伤害人的事。不用暴力，不涉武器毒品，不违法，不让人陷入危险。',
  },
  {
    number: 8,
    en: 'Keep it decent in public. No nudity and nothing sexual where nobody asked for it.',
    ja: '人前にふさわしく。誰も求めていないところに裸や性的なものを出さない。',
    zh: '公共场合要得体。没有人要求看的地方，不放裸露和色情内容。',
  },
  {
    number: 9,
    en: 'Do not sell, beg, cheat or flood. No advertising, no scams, and leave room for others.',
    ja: '売り込まない、ねだらない、だまさない、埋めつくさない。広告も詐欺もなし。ほかの人に場所を残す。',
    zh: '不推销，不乞讨，不欺骗，不刷屏。不发广告，不行骗，给别人留些余地。',
  },
  {
    number: 10,
    en: 'Meet with care. The first time, meet in a public place and tell a friend. What happens when you meet counts here, too.',
    ja: '会うときは慎重に。最初は人の多い場所で会い、友だちに知らせる。会ったときのことにも、この約束が及びます。',
    zh: '见面要谨慎。第一次请约在公共场所，并告诉一位朋友。见面时发生的事，同样适用本公约。',
  },
];
