export const identity = {
  signIn: 'サインイン',
  signingIn: 'サインイン中',
  signedIn: 'サインインしました',
  signOut: 'サインアウト',
  signingOut: 'サインアウト中',
  signOutFailed: 'サインアウトできませんでした',
  signInError: 'サインイン中にエラーが発生しました。もう一度お試しください。',
  menu: 'あなたのメニュー',
  welcomeBack: '{name}さん、ようこそ',
  sessionEnded: 'セッションが終了しました。もう一度サインインしてください。',
};
