/** Says in every language of the product what an archive holds; a person may change languages, a file cannot. */
export const about = `Everything Dazi has stored about you. The .json files hold your account, profile, posts, comments,
reactions, bookmarks and so on, one file for each kind, as plain text that any editor opens.
Your pictures and videos lie in the folder "media", under the ids that posts.json and media.json
name. Positions are the ones that were shown: your true position was never stored unless you chose
"exact". Times are in UTC. What other people wrote is theirs and not in here.

Dazi に保存されている、あなたに関するすべてのデータです。.json ファイルには、アカウント、プロフィール、
投稿、コメント、リアクション、ブックマークなどが種類ごとに入っており、テキストエディターで開けます。
写真と動画は「media」フォルダーにあり、名前は posts.json と media.json の ID です。位置は表示用のもの
です。「正確」を選ばない限り、本当の位置は保存されません。時刻は UTC です。ほかの人が書いたものは
その人のものなので、含まれていません。

这里是 Dazi 存储的关于你的全部数据。各个 .json 文件按种类保存你的账号、个人资料、帖子、评论、回应、
收藏等内容，是任何文本编辑器都能打开的纯文本。你的图片和视频在“media”文件夹中，以 posts.json 和
media.json 中的 ID 命名。位置是对外显示的位置：除非你选择“确切位置”，你的真实位置从未被存储。时间为
UTC。其他人写的内容属于他们，不在其中。
`;

export const readme = `Dazi (搭子)

index.html

${about}`;

export const lackOf = (names: readonly string[]): string => `
These files could not be included: they are missing on the server.

次のファイルは、サーバーに見つからないため含められませんでした。

以下文件在服务器上缺失，无法包含在内。

${names.join('\n\n')}
`;
