/**
 * The stations where many lines of Japan meet, and those of the middle of Tokyo: "Japanese | English | Chinese". The
 * source of the stations has their Japanese names alone that can be relied on.
 */
const TABLE = `
東京 | Tokyo | 东京
上野 | Ueno | 上野
新宿 | Shinjuku | 新宿
渋谷 | Shibuya | 涩谷
池袋 | Ikebukuro | 池袋
品川 | Shinagawa | 品川
新橋 | Shimbashi | 新桥
秋葉原 | Akihabara | 秋叶原
神田 | Kanda | 神田
有楽町 | Yurakucho | 有乐町
浜松町 | Hamamatsucho | 滨松町
田町 | Tamachi | 田町
大崎 | Osaki | 大崎
五反田 | Gotanda | 五反田
目黒 | Meguro | 目黑
恵比寿 | Ebisu | 惠比寿
代々木 | Yoyogi | 代代木
高田馬場 | Takadanobaba | 高田马场
巣鴨 | Sugamo | 巢鸭
駒込 | Komagome | 驹込
田端 | Tabata | 田端
西日暮里 | Nishi-Nippori | 西日暮里
日暮里 | Nippori | 日暮里
鶯谷 | Uguisudani | 莺谷
御徒町 | Okachimachi | 御徒町
新御徒町 | Shin-Okachimachi | 新御徒町
浅草 | Asakusa | 浅草
浅草橋 | Asakusabashi | 浅草桥
両国 | Ryogoku | 两国
錦糸町 | Kinshicho | 锦糸町
亀戸 | Kameido | 龟户
押上〈スカイツリー前〉 | Oshiage | 押上
押上（スカイツリー前） | Oshiage | 押上
曳舟 | Hikifune | 曳舟
北千住 | Kita-Senju | 北千住
南千住 | Minami-Senju | 南千住
町屋 | Machiya | 町屋
尾久 | Oku | 尾久
赤羽 | Akabane | 赤羽
練馬 | Nerima | 练马
小竹向原 | Kotake-Mukaihara | 小竹向原
飯田橋 | Iidabashi | 饭田桥
市ケ谷 | Ichigaya | 市谷
四ツ谷 | Yotsuya | 四谷
水道橋 | Suidobashi | 水道桥
後楽園 | Korakuen | 后乐园
御茶ノ水 | Ochanomizu | 御茶之水
本郷三丁目 | Hongo-sanchome | 本乡三丁目
春日 | Kasuga | 春日
九段下 | Kudanshita | 九段下
神保町 | Jimbocho | 神保町
大手町 | Otemachi | 大手町
日本橋 | Nihombashi | 日本桥
三越前 | Mitsukoshimae | 三越前
人形町 | Ningyocho | 人形町
茅場町 | Kayabacho | 茅场町
八丁堀 | Hatchobori | 八丁堀
門前仲町 | Monzen-Nakacho | 门前仲町
月島 | Tsukishima | 月岛
豊洲 | Toyosu | 丰洲
新木場 | Shin-Kiba | 新木场
清澄白河 | Kiyosumi-Shirakawa | 清澄白河
森下 | Morishita | 森下
住吉 | Sumiyoshi | 住吉
蔵前 | Kuramae | 藏前
京橋 | Kyobashi | 京桥
銀座 | Ginza | 银座
東銀座 | Higashi-Ginza | 东银座
日比谷 | Hibiya | 日比谷
霞ケ関 | Kasumigaseki | 霞关
国会議事堂前 | Kokkai-gijidomae | 国会议事堂前
永田町 | Nagatacho | 永田町
溜池山王 | Tameike-Sanno | 溜池山王
赤坂見附 | Akasaka-Mitsuke | 赤坂见附
青山一丁目 | Aoyama-itchome | 青山一丁目
表参道 | Omotesando | 表参道
明治神宮前〈原宿〉 | Meiji-jingumae (Harajuku) | 明治神宫前〈原宿〉
六本木 | Roppongi | 六本木
麻布十番 | Azabu-Juban | 麻布十番
白金高輪 | Shirokane-Takanawa | 白金高轮
三田 | Mita | 三田
大門 | Daimon | 大门
汐留 | Shiodome | 汐留
泉岳寺 | Sengakuji | 泉岳寺
天王洲アイル | Tennozu Isle | 天王洲岛
新宿三丁目 | Shinjuku-sanchome | 新宿三丁目
東新宿 | Higashi-Shinjuku | 东新宿
東中野 | Higashi-Nakano | 东中野
中野坂上 | Nakano-sakaue | 中野坂上
中井 | Nakai | 中井
中目黒 | Naka-Meguro | 中目黑
代々木上原 | Yoyogi-Uehara | 代代木上原
下北沢 | Shimo-Kitazawa | 下北泽
明大前 | Meidaimae | 明大前
笹塚 | Sasazuka | 笹冢
三軒茶屋 | Sangen-jaya | 三轩茶屋
自由が丘 | Jiyugaoka | 自由之丘
大岡山 | Ookayama | 大冈山
旗の台 | Hatanodai | 旗之台
中延 | Nakanobu | 中延
大井町 | Oimachi | 大井町
西大井 | Nishi-Oi | 西大井
吉祥寺 | Kichijoji | 吉祥寺
拝島 | Haijima | 拜岛
高尾 | Takao | 高尾
京成上野 | Keisei Ueno | 京成上野
京成高砂 | Keisei Takasago | 京成高砂
西船橋 | Nishi-Funabashi | 西船桥
船橋 | Funabashi | 船桥
新鎌ヶ谷 | Shin-Kamagaya | 新镰谷
空港第２ビル（第２旅客ターミナル） | Narita Airport Terminal 2·3 | 成田机场第2航站楼
成田空港（第１旅客ターミナル） | Narita Airport Terminal 1 | 成田机场第1航站楼
浦和 | Urawa | 浦和
大宮 | Omiya | 大宫
久喜 | Kuki | 久喜
横浜 | Yokohama | 横滨
武蔵小杉 | Musashi-Kosugi | 武藏小杉
戸塚 | Totsuka | 户冢
大船 | Ofuna | 大船
名古屋 | Nagoya | 名古屋
金山 | Kanayama | 金山
大曽根 | Ozone | 大曾根
京都 | Kyoto | 京都
天王寺 | Tennoji | 天王寺
新今宮 | Shin-Imamiya | 新今宫
新長田 | Shin-Nagata | 新长田
小倉 | Kokura | 小仓
博多 | Hakata | 博多
`;

export interface StationNames {
  readonly english: string;
  readonly chinese: string;
}

export const STATION_NAMES: ReadonlyMap<string, StationNames> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [station = '', english = '', chinese = ''] = line.split(' | ');
      return [station, { english, chinese }];
    }),
);
