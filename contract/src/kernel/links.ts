/** Top-level domains in the scripts that are written without spaces: there a name ends with one of these, not with a space. */
const topLevelDomains =
  '中国|中國|公司|网络|網絡|网址|网店|网站|中文网|在线|香港|台湾|台灣|澳門|澳门|新加坡|商店|商城|商标|企业|集团|政府|政务|公益|机构|组织机构|移动|手机|联通|信息|新闻|时尚|餐厅|购物|游戏|娱乐|健康|慈善|广东|佛山|招聘|珠宝|世界|书籍|書籍|食品|微博|天主教|八卦|我爱你|大众汽车|飞利浦|香格里拉|嘉里大酒店|嘉里|诺基亚|谷歌|亚马逊|淡马锡|电讯盈科|点看|點看|家電|通販|臺灣|みんな|コム|ストア|セール|ファッション|グーグル|クラウド|ポイント|アマゾン|한국|삼성|닷컴|닷넷|テスト';

/** Scripts whose sentences go on without a space right after an address. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}ー';
/** What ends an address wherever it stands: spaces, quotes, marks and pictures of sentences. */
const stops = '\\s\\p{Cc}<>"“”„‘«»…\\u3000-\\u3004\\u3008-\\u303F\\uFF00-\\uFFEF\\p{Extended_Pictographic}';
const ascii = '!-~';

const scheme = /https?:\/\//giu;
const nameSigns = new RegExp(
  `^(?:[${ascii}]*@)?(?:\\[[0-9a-f:.]+\\]|[^${stops}${"/?#:@\\\\[\\](){}|^`',;!&=*+$"}]+)`,
  'iu',
);
const port = /^:\d{1,5}(?!\d)/;
const isSpaceless = new RegExp(`[${spaceless}]`, 'u');
const isStop = new RegExp(`[${stops}]`, 'u');
const endOfName = new RegExp(`\\.(?:${topLevelDomains})`, 'gu');

/** After these signs of an address a word of such a script may begin. */
const beginsWord = /[/=#&_+(~-]/;
/** Words that are no part of a title: there the sentence around the address goes on. */
const sentence = /^(?:を|について|という|って|です|でした|から見|からどうぞ|まで)/u;
const afterAddress = /['.,:;!?)\]}’]$/u;

/** How much of a host's name is one: it ends where a script that needs no spaces begins, or with its own domain. */
function lengthOfName(name: string): number {
  const labels = name.split('.');
  let length = name.length;
  for (; labels.length > 0; length -= (labels.pop()?.length ?? 0) + 1) {
    const last = labels.at(-1) ?? '';
    if (!isSpaceless.test(last)) {
      if (last !== '') return length;
      continue;
    }
    const [letters = ''] = /^[a-z0-9-]*/iu.exec(last) ?? [];
    if (letters !== '') return length - last.length + letters.length;
    const [domain] = labels.length > 1 ? (new RegExp(endOfName.source, 'u').exec(`.${last}`) ?? []) : [];
    if (domain && `.${last}`.startsWith(domain)) return length - last.length + domain.length - 1;
  }
  return 0;
}

function lengthOfPath(text: string): number {
  if (!/^[/?#]/.test(text)) return 0;
  let length = 0;
  let isInWord = false;
  for (const sign of text) {
    if (isStop.test(sign)) break;
    const isMiddleDot = isInWord && sign === '・';
    if (isSpaceless.test(sign) && !isMiddleDot) {
      if (!isInWord && !beginsWord.test(text[length - 1] ?? '')) break;
      if (sentence.test(text.slice(length))) break;
      isInWord = true;
    } else if (!isMiddleDot && /[!-/:-@[-`{-~]/.test(sign)) isInWord = false;
    length += sign.length;
  }
  return length;
}

/** Where the sentence goes on: its marks are not the address's, but a bracket is that was opened in it. */
function withoutSentence(address: string): string {
  const last = afterAddress.exec(address)?.[0];
  if (last === undefined) return address;
  const count = (sign: string) => address.split(sign).length;
  if (last === ')' && count('(') >= count(')')) return address;
  return withoutSentence(address.slice(0, -1));
}

function linkAt(text: string, schemeLength: number): string {
  let rest = text.slice(schemeLength);
  const [name = ''] = nameSigns.exec(rest) ?? [];
  const nameLength = lengthOfName(name);
  if (nameLength === 0) return '';
  rest = rest.slice(nameLength);
  let length = schemeLength + nameLength;
  // A name that was cut is followed by the sentence.
  if (nameLength === name.length) {
    const [colon = ''] = port.exec(rest) ?? [];
    length += colon.length + lengthOfPath(rest.slice(colon.length));
  }
  return withoutSentence(text.slice(0, length));
}

export interface LinkInText {
  index: number;
  link: string;
}

/** Web addresses (http, https) as a reader sees them, without the sentence around; decided here alone. */
export function linksIn(text: string): readonly LinkInText[] {
  const found: LinkInText[] = [];
  let end = 0;
  for (const { index, 0: begin } of text.matchAll(scheme)) {
    if (index < end) continue;
    const link = linkAt(text.slice(index), begin.length);
    if (link.length <= begin.length) continue;
    found.push({ index, link });
    end = index + link.length;
  }
  return found;
}

/** What stands in the place of a link that is folded until moderators have looked; nobody types it. */
export const foldedLink = '\u2060[…]\u2060';

/** Some words without their links, a little more than screens show as such. */
export const withoutLinks = (text: string): string => text.replace(/https?:\/\/\S*/giu, foldedLink);

/** Words that were written on from folded ones, with the links that stood there. */
export function withLinksOf(before: string, text: string): string {
  const links = before.match(/https?:\/\/\S*/giu) ?? [];
  return text.replaceAll(foldedLink, () => links.shift() ?? '');
}

export const isLink = (text: string): boolean => linksIn(text)[0]?.link === text;
