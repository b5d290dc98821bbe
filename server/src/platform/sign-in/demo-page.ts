export interface DemoAccount {
  email: string;
  name: string;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const styles = `
:root { color-scheme: light dark; --bg: #f8f6f1; --surface: #fff; --text: #1d1c18; --text-2: #4b483f; --line: #8f897b; --soft: #f1eee6; --danger: #c5331f; }
@media (prefers-color-scheme: dark) { :root { --bg: #131411; --surface: #1c1e1a; --text: #f3f2ec; --text-2: #c7c5ba; --line: #737768; --soft: #33372e; --danger: #ff9684; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, "Noto Sans CJK JP", "Noto Sans CJK SC", sans-serif; }
main { width: 100%; max-width: 560px; background: var(--surface); border-radius: 28px; padding: 32px 24px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 28px; } h2 { margin: 28px 0 12px; font-size: 14px; } p { margin: 0 0 20px; color: var(--text-2); }
label { display: block; margin: 0 0 16px; font-weight: 600; font-size: 13px; }
input { display: block; width: 100%; min-height: 44px; margin-top: 6px; padding: 0 14px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: inherit; font: inherit; font-size: 16px; font-weight: 400; line-height: 1.4; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 999px; background: var(--soft); color: inherit; font: inherit; font-weight: 600; font-size: 14px; line-height: 1; cursor: pointer; }
button.primary { background: #94d137; color: #14240a; }
:focus-visible { outline: 2px solid #1f76e8; outline-offset: 2px; }
.row { display: flex; gap: 8px; } .people { display: flex; flex-wrap: wrap; gap: 8px; } .people button { min-height: 44px; font-weight: 500; }
.problem { color: var(--danger); font-weight: 500; }`;

const texts = {
  en: {
    title: 'Sign in to Dazi',
    demo: 'This is a demo: no password, be whoever you like. Do not use it for real people.',
    email: 'E-mail',
    name: 'Name',
    signIn: 'Sign in',
    cancel: 'Cancel',
    people: 'Or be one of the demo town',
    problems: {
      email: 'Please enter an e-mail address, for example mika@dazi.example.',
      name: 'Please enter a name.',
    },
  },
  ja: {
    title: 'Daziにサインイン',
    demo: 'これはデモです。パスワードはなく、好きな人になれます。実在の人には使わないでください。',
    email: 'メールアドレス',
    name: '名前',
    signIn: 'サインイン',
    cancel: 'キャンセル',
    people: 'デモの町の住人になる',
    problems: {
      email: 'メールアドレスを入力してください（例：mika@dazi.example）。',
      name: '名前を入力してください。',
    },
  },
  zh: {
    title: '登录 Dazi',
    demo: '这是演示：没有密码，想当谁都可以。请不要用于真实用户。',
    email: '电子邮箱',
    name: '名字',
    signIn: '登录',
    cancel: '取消',
    people: '或者当一回演示小城的居民',
    problems: {
      email: '请输入电子邮箱，例如 mika@dazi.example。',
      name: '请输入名字。',
    },
  },
} as const;
const pageLanguage = { en: 'en', ja: 'ja', zh: 'zh-Hans' } as const;
type SignInLanguage = keyof typeof texts;

/** The first of the wanted languages (as in `ui_locales`) that there are texts in. */
export function signInLanguage(wanted: string): SignInLanguage {
  const known = wanted.split(/[\s,;]+/).map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is SignInLanguage => tag in texts) ?? 'en';
}

/** A plain form that works without JavaScript: say who you are, or pick somebody of the demo town. */
export function signInPage(input: {
  action: string;
  nonce: string;
  language: SignInLanguage;
  people: readonly DemoAccount[];
  problem: 'email' | 'name' | null;
  given?: DemoAccount | undefined;
}): string {
  const action = escaped(input.action);
  const t = texts[input.language];
  const { email, name } = input.given ?? input.people[0] ?? { email: '', name: '' };
  const people = input.people
    .map(
      (person) =>
        `<form method="post" action="${action}"><input type="hidden" name="email" value="${escaped(person.email)}"><input type="hidden" name="name" value="${escaped(person.name)}"><button>${escaped(person.name)}</button></form>`,
    )
    .join('');
  return `<!doctype html>
<html lang="${pageLanguage[input.language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg"><title>${t.title}</title><style nonce="${input.nonce}">${styles}</style></head>
<body><main>
<h1>${t.title}</h1>
<p>${t.demo}</p>
${input.problem ? `<p class="problem" role="alert">${t.problems[input.problem]}</p>` : ''}
<form method="post" action="${action}">
<label>${t.email} <input name="email" type="email" required autocomplete="off" value="${escaped(email)}"></label>
<label>${t.name} <input name="name" required maxlength="50" autocomplete="off" value="${escaped(name)}"></label>
<div class="row"><button class="primary">${t.signIn}</button><button name="cancel" value="1" formnovalidate>${t.cancel}</button></div>
</form>
${people ? `<h2>${t.people}</h2><div class="people">${people}</div>` : ''}
</main></body></html>`;
}
