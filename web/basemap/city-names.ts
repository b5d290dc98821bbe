/** The names of a city that the gazetteer lacks. */
export interface CityNames {
  readonly japanese?: string;
  readonly chinese?: string;
}

/**
 * The largest cities of the world, the capitals and well-known places, by "country:name" as the gazetteer
 * spells them; of several cities with that name the largest is meant. The build fails on a name that it
 * does not find.
 */
const TABLE = `
AD:Andorra la Vella | アンドラ・ラ・ベリャ | 安道尔城
AE:Abu Dhabi | アブダビ | 阿布扎比
AE:Dubai | ドバイ | 迪拜
AE:Sharjah | シャールジャ | 沙迦
AF:Kabul | カブール | 喀布尔
AL:Tirana | ティラナ | 地拉那
AM:Yerevan | エレバン | 埃里温
AO:Luanda | ルアンダ | 罗安达
AR:Buenos Aires | ブエノスアイレス | 布宜诺斯艾利斯
AR:Córdoba | コルドバ | 科尔多瓦
AR:Rosario | ロサリオ | 罗萨里奥
AT:Vienna | ウィーン | 维也纳
AT:Salzburg | ザルツブルク | 萨尔茨堡
AU:Adelaide | アデレード | 阿德莱德
AU:Brisbane | ブリスベン | 布里斯班
AU:Canberra | キャンベラ | 堪培拉
AU:Melbourne | メルボルン | 墨尔本
AU:Perth | パース | 珀斯
AU:Sydney | シドニー | 悉尼
AU:Cairns | ケアンズ | 凯恩斯
AU:Darwin | ダーウィン | 达尔文
AU:Hobart | ホバート | 霍巴特
AZ:Baku | バクー | 巴库
BA:Sarajevo | サラエボ | 萨拉热窝
BD:Chittagong | チッタゴン | 吉大港
BD:Dhaka | ダッカ | 达卡
BD:Khulna | クルナ | 库尔纳
BE:Brussels | ブリュッセル | 布鲁塞尔
BE:Antwerpen | アントワープ | 安特卫普
BG:Sofia | ソフィア | 索非亚
BH:Manama | マナーマ | 麦纳麦
BN:Bandar Seri Begawan | バンダルスリブガワン | 斯里巴加湾市
BO:Santa Cruz de la Sierra | サンタクルス | 圣克鲁斯
BO:La Paz | ラパス | 拉巴斯
BO:Sucre | スクレ | 苏克雷
BR:Belo Horizonte | ベロオリゾンテ | 贝洛奥里藏特
BR:Belém | ベレン | 贝伦
BR:Brasília | ブラジリア | 巴西利亚
BR:Curitiba | クリチバ | 库里蒂巴
BR:Fortaleza | フォルタレザ | 福塔莱萨
BR:Goiânia | ゴイアニア | 戈亚尼亚
BR:Manaus | マナウス | 马瑙斯
BR:Porto Alegre | ポルトアレグレ | 阿雷格里港
BR:Recife | レシフェ | 累西腓
BR:Rio de Janeiro | リオデジャネイロ | 里约热内卢
BR:Salvador | サルヴァドール | 萨尔瓦多
BR:São Paulo | サンパウロ | 圣保罗
BT:Thimphu | ティンプー | 廷布
BW:Gaborone | ハボローネ | 哈博罗内
BY:Minsk | ミンスク | 明斯克
CA:Calgary | カルガリー | 卡尔加里
CA:Edmonton | エドモントン | 埃德蒙顿
CA:Montréal | モントリオール | 蒙特利尔
CA:Ottawa | オタワ | 渥太华
CA:Québec | ケベック | 魁北克
CA:Toronto | トロント | 多伦多
CA:Vancouver | バンクーバー | 温哥华
CA:Winnipeg | ウィニペグ | 温尼伯
CD:Kinshasa | キンシャサ | 金沙萨
CD:Lubumbashi | ルブンバシ | 卢本巴希
CG:Brazzaville | ブラザビル | 布拉柴维尔
CH:Bern | ベルン | 伯尔尼
CH:Zürich | チューリッヒ | 苏黎世
CI:Abidjan | アビジャン | 阿比让
CL:Santiago | サンティアゴ | 圣地亚哥
CM:Douala | ドゥアラ | 杜阿拉
CM:Yaoundé | ヤウンデ | 雅温得
CN:Anshan | 鞍山 | 鞍山
CN:Baotou | 包頭 | 包头
CN:Beijing | 北京 | 北京
CN:Changchun | 長春 | 长春
CN:Changsha | 長沙 | 长沙
CN:Chengdu | 成都 | 成都
CN:Chongqing | 重慶 | 重庆
CN:Dalian | 大連 | 大连
CN:Datong | 大同 | 大同
CN:Dongguan | 東莞 | 东莞
CN:Foshan | 仏山 | 佛山
CN:Fushun | 撫順 | 抚顺
CN:Fuzhou | 福州 | 福州
CN:Guangzhou | 広州 | 广州
CN:Guilin | 桂林 | 桂林
CN:Guiyang | 貴陽 | 贵阳
CN:Haikou | 海口 | 海口
CN:Handan | 邯鄲 | 邯郸
CN:Hangzhou | 杭州 | 杭州
CN:Harbin | ハルビン | 哈尔滨
CN:Hefei | 合肥 | 合肥
CN:Hohhot | フフホト | 呼和浩特
CN:Jilin | 吉林 | 吉林
CN:Jinan | 済南 | 济南
CN:Kaifeng | 開封 | 开封
CN:Kunming | 昆明 | 昆明
CN:Kunshan | 昆山 | 昆山
CN:Lanzhou | 蘭州 | 兰州
CN:Lhasa | ラサ | 拉萨
CN:Lijiang | 麗江 | 丽江
CN:Luoyang | 洛陽 | 洛阳
CN:Nanchang | 南昌 | 南昌
CN:Nanchong | 南充 | 南充
CN:Nanjing | 南京 | 南京
CN:Nanning | 南寧 | 南宁
CN:Nantong | 南通 | 南通
CN:Ningbo | 寧波 | 宁波
CN:Ordos | オルドス | 鄂尔多斯
CN:Puyang | 濮陽 | 濮阳
CN:Qingdao | 青島 | 青岛
CN:Shanghai | 上海 | 上海
CN:Shantou | 汕頭 | 汕头
CN:Shenyang | 瀋陽 | 沈阳
CN:Shenzhen | 深圳 | 深圳
CN:Shijiazhuang | 石家荘 | 石家庄
CN:Shiyan | 十堰 | 十堰
CN:Suzhou | 蘇州 | 苏州
CN:Tai’an | 泰安 | 泰安
CN:Taiyuan | 太原 | 太原
CN:Tangshan | 唐山 | 唐山
CN:Tianjin | 天津 | 天津
CN:Tianshui | 天水 | 天水
CN:Wenzhou | 温州 | 温州
CN:Wuhan | 武漢 | 武汉
CN:Wuxi | 無錫 | 无锡
CN:Xiamen | アモイ | 厦门
CN:Xi’an | 西安 | 西安
CN:Xining | 西寧 | 西宁
CN:Xinyang | 信陽 | 信阳
CN:Xuchang | 許昌 | 许昌
CN:Yantai | 煙台 | 烟台
CN:Yinchuan | 銀川 | 银川
CN:Yueyang | 岳陽 | 岳阳
CN:Yunfu | 雲浮 | 云浮
CN:Zhengzhou | 鄭州 | 郑州
CN:Zhongshan | 中山 | 中山
CN:Zhuhai | 珠海 | 珠海
CN:Zibo | 淄博 | 淄博
CN:Ürümqi | ウルムチ | 乌鲁木齐
CO:Barranquilla | バランキージャ | 巴兰基亚
CO:Bogotá | ボゴタ | 波哥大
CO:Cali | カリ | 卡利
CO:Medellín | メデジン | 麦德林
CR:San José | サンホセ | 圣何塞
CU:Havana | ハバナ | 哈瓦那
CY:Nicosia | ニコシア | 尼科西亚
CZ:Prague | プラハ | 布拉格
DE:Berlin | ベルリン | 柏林
DE:Dresden | ドレスデン | 德累斯顿
DE:Düsseldorf | デュッセルドルフ | 杜塞尔多夫
DE:Frankfurt am Main | フランクフルト | 法兰克福
DE:Hamburg | ハンブルク | 汉堡
DE:Köln | ケルン | 科隆
DE:Munich | ミュンヘン | 慕尼黑
DE:Stuttgart | シュトゥットガルト | 斯图加特
DK:Copenhagen | コペンハーゲン | 哥本哈根
DO:Santo Domingo | サントドミンゴ | 圣多明各
DZ:Algiers | アルジェ | 阿尔及尔
EC:Guayaquil | グアヤキル | 瓜亚基尔
EC:Quito | キト | 基多
EE:Tallinn | タリン | 塔林
EG:Alexandria | アレクサンドリア | 亚历山大
EG:Cairo | カイロ | 开罗
EG:Giza | ギザ | 吉萨
EG:Luxor | ルクソール | 卢克索
ES:Barcelona | バルセロナ | 巴塞罗那
ES:Granada | グラナダ | 格拉纳达
ES:Madrid | マドリード | 马德里
ES:Sevilla | セビリア | 塞维利亚
ES:Valencia | バレンシア | 巴伦西亚
ET:Addis Ababa | アディスアベバ | 亚的斯亚贝巴
FI:Helsinki | ヘルシンキ | 赫尔辛基
FJ:Suva | スバ | 苏瓦
FR:Bordeaux | ボルドー | 波尔多
FR:Lyon | リヨン | 里昂
FR:Marseille | マルセイユ | 马赛
FR:Nice | ニース | 尼斯
FR:Paris | パリ | 巴黎
FR:Strasbourg | ストラスブール | 斯特拉斯堡
GB:Birmingham | バーミンガム | 伯明翰
GB:Edinburgh | エディンバラ | 爱丁堡
GB:Glasgow | グラスゴー | 格拉斯哥
GB:Liverpool | リバプール | 利物浦
GB:London | ロンドン | 伦敦
GB:Manchester | マンチェスター | 曼彻斯特
GE:Tbilisi | トビリシ | 第比利斯
GH:Accra | アクラ | 阿克拉
GH:Kumasi | クマシ | 库马西
GL:Nuuk | ヌーク | 努克
GN:Conakry | コナクリ | 科纳克里
GR:Athens | アテネ | 雅典
GT:Guatemala City | グアテマラシティ | 危地马拉城
GU:Hagåtña | ハガニア | 阿加尼亚
HK:Hong Kong | 香港 | 香港
HK:Kowloon | 九龍 | 九龙
HN:Tegucigalpa | テグシガルパ | 特古西加尔巴
HR:Zagreb | ザグレブ | 萨格勒布
HT:Port-au-Prince | ポルトープランス | 太子港
HU:Budapest | ブダペスト | 布达佩斯
ID:Bandung | バンドン | 万隆
ID:Batam | バタム | 巴淡
ID:Bekasi | ブカシ | 勿加泗
ID:Denpasar | デンパサール | 登巴萨
ID:Depok | デポック | 德波
ID:Jakarta | ジャカルタ | 雅加达
ID:Makassar | マカッサル | 望加锡
ID:Medan | メダン | 棉兰
ID:Palembang | パレンバン | 巨港
ID:Semarang | スマラン | 三宝垄
ID:Surabaya | スラバヤ | 泗水
ID:Tangerang | タンゲラン | 坦格朗
IE:Dublin | ダブリン | 都柏林
IL:Jerusalem | エルサレム | 耶路撒冷
IL:Tel Aviv | テルアビブ | 特拉维夫
IN:Agra | アーグラ | 阿格拉
IN:Ahmedabad | アーメダバード | 艾哈迈达巴德
IN:Bengaluru | ベンガルール | 班加罗尔
IN:Bhopal | ボーパール | 博帕尔
IN:Chennai | チェンナイ | 金奈
IN:Delhi | デリー | 德里
IN:Faridabad | ファリーダーバード | 法里达巴德
IN:Hyderabad | ハイデラバード | 海得拉巴
IN:Indore | インドール | 印多尔
IN:Jaipur | ジャイプール | 斋浦尔
IN:Kanpur | カーンプル | 坎普尔
IN:Kolkata | コルカタ | 加尔各答
IN:Lucknow | ラクナウ | 勒克瑙
IN:Mumbai | ムンバイ | 孟买
IN:Nagpur | ナーグプル | 那格浦尔
IN:Nashik | ナーシク | 纳西克
IN:New Delhi | ニューデリー | 新德里
IN:Patna | パトナ | 巴特那
IN:Pune | プネー | 浦那
IN:Sūrat | スーラト | 苏拉特
IN:Vadodara | ヴァドーダラー | 瓦尔道拉
IN:Varanasi | ワーラーナシー | 瓦拉纳西
IQ:Baghdad | バグダード | 巴格达
IQ:Basrah | バスラ | 巴士拉
IQ:Mosul | モースル | 摩苏尔
IR:Isfahan | イスファハーン | 伊斯法罕
IR:Karaj | キャラジ | 卡拉季
IR:Mashhad | マシュハド | 马什哈德
IR:Shiraz | シーラーズ | 设拉子
IR:Tabriz | タブリーズ | 大不里士
IR:Tehran | テヘラン | 德黑兰
IS:Reykjavík | レイキャビク | 雷克雅未克
IT:Florence | フィレンツェ | 佛罗伦萨
IT:Milan | ミラノ | 米兰
IT:Naples | ナポリ | 那不勒斯
IT:Rome | ローマ | 罗马
IT:Turin | トリノ | 都灵
IT:Venice | ヴェネツィア | 威尼斯
JM:Kingston | キングストン | 金斯敦
JO:Amman | アンマン | 安曼
JP:Akita | 秋田 | 秋田
JP:Asahikawa | 旭川 | 旭川
JP:Chiba | 千葉 | 千叶
JP:Fukuoka | 福岡 | 福冈
JP:Fukuyama | 福山 | 福山
JP:Hachiōji | 八王子 | 八王子
JP:Hamamatsu | 浜松 | 滨松
JP:Himeji | 姫路 | 姬路
JP:Hiroshima | 広島 | 广岛
JP:Iwaki | いわき | 磐城
JP:Kagoshima | 鹿児島 | 鹿儿岛
JP:Kanazawa | 金沢 | 金泽
JP:Kawagoe | 川越 | 川越
JP:Kawaguchi | 川口 | 川口
JP:Kawasaki | 川崎 | 川崎
JP:Kitakyushu | 北九州 | 北九州
JP:Kobe | 神戸 | 神户
JP:Kochi | 高知 | 高知
JP:Kumamoto | 熊本 | 熊本
JP:Kurashiki | 倉敷 | 仓敷
JP:Kyoto | 京都 | 京都
JP:Kōriyama | 郡山 | 郡山
JP:Matsuyama | 松山 | 松山
JP:Nagano | 長野 | 长野
JP:Nagasaki | 長崎 | 长崎
JP:Nagoya | 名古屋 | 名古屋
JP:Nara-shi | 奈良 | 奈良
JP:Niigata | 新潟 | 新潟
JP:Okayama | 岡山 | 冈山
JP:Osaka | 大阪 | 大阪
JP:Saitama | さいたま | 埼玉
JP:Sakai | 堺 | 堺
JP:Sapporo | 札幌 | 札幌
JP:Sendai | 仙台 | 仙台
JP:Shizuoka | 静岡 | 静冈
JP:Takamatsu | 高松 | 高松
JP:Tokyo | 東京 | 东京
JP:Toyama | 富山 | 富山
JP:Toyohashi | 豊橋 | 丰桥
JP:Toyota | 豊田 | 丰田
JP:Utsunomiya | 宇都宮 | 宇都宫
JP:Wakayama | 和歌山 | 和歌山
JP:Yokohama | 横浜 | 横滨
JP:Yokosuka | 横須賀 | 横须贺
JP:Ōita | 大分 | 大分
JP:Gifu-shi | 岐阜 | 岐阜
JP:Hirakata | 枚方 | 枚方
JP:Machida | 町田 | 町田
JP:Fujisawa | 藤沢 | 藤泽
JP:Toyonaka | 豊中 | 丰中
JP:Takatsuki | 高槻 | 高槻
JP:Okazaki | 岡崎 | 冈崎
JP:Suita | 吹田 | 吹田
JP:Kashiwa | 柏 | 柏
JP:Tokorozawa | 所沢 | 所泽
JP:Matsudo | 松戸 | 松户
JP:Amagasaki | 尼崎 | 尼崎
JP:Naha | 那覇 | 那霸
JP:Hakodate | 函館 | 函馆
JP:Aomori | 青森 | 青森
JP:Morioka | 盛岡 | 盛冈
JP:Miyazaki | 宮崎 | 宫崎
KE:Nairobi | ナイロビ | 内罗毕
KG:Bishkek | ビシュケク | 比什凯克
KH:Phnom Penh | プノンペン | 金边
KH:Siem Reap | シェムリアップ | 暹粒
KP:Pyongyang | 平壌 | 平壤
KR:Busan | 釜山 | 釜山
KR:Daegu | 大邱 | 大邱
KR:Daejeon | 大田 | 大田
KR:Gwangju | 光州 | 光州
KR:Incheon | 仁川 | 仁川
KR:Jeju City | 済州 | 济州
KR:Seoul | ソウル | 首尔
KR:Suwon | 水原 | 水原
KW:Kuwait City | クウェート | 科威特城
KZ:Almaty | アルマトイ | 阿拉木图
KZ:Nur-Sultan | アスタナ | 阿斯塔纳
LA:Vientiane | ビエンチャン | 万象
LB:Beirut | ベイルート | 贝鲁特
LK:Colombo | コロンボ | 科伦坡
LT:Vilnius | ヴィリニュス | 维尔纽斯
LU:Luxembourg | ルクセンブルク | 卢森堡
LV:Riga | リガ | 里加
LY:Tripoli | トリポリ | 的黎波里
MA:Casablanca | カサブランカ | 卡萨布兰卡
MA:Marrakesh | マラケシュ | 马拉喀什
MA:Rabat | ラバト | 拉巴特
MC:Monaco | モナコ | 摩纳哥
MD:Chisinau | キシナウ | 基希讷乌
MG:Antananarivo | アンタナナリボ | 塔那那利佛
ML:Bamako | バマコ | 巴马科
ML:Timbuktu | トンブクトゥ | 廷巴克图
MM:Mandalay | マンダレー | 曼德勒
MM:Nay Pyi Taw | ネピドー | 内比都
MM:Yangon | ヤンゴン | 仰光
MN:Ulan Bator | ウランバートル | 乌兰巴托
MO:Macau | マカオ | 澳门
MT:Valletta | バレッタ | 瓦莱塔
MV:Male | マレ | 马累
MX:Cancún | カンクン | 坎昆
MX:Guadalajara | グアダラハラ | 瓜达拉哈拉
MX:Juárez | フアレス | 华雷斯城
MX:León de los Aldama | レオン | 莱昂
MX:Mexico City | メキシコシティ | 墨西哥城
MX:Monterrey | モンテレイ | 蒙特雷
MX:Puebla | プエブラ | 普埃布拉
MX:Tijuana | ティフアナ | 蒂华纳
MY:George Town | ジョージタウン | 乔治市
MY:Kota Bharu | コタバル | 哥打峇鲁
MY:Kuala Lumpur | クアラルンプール | 吉隆坡
MZ:Maputo | マプト | 马普托
NA:Windhoek | ウィントフック | 温得和克
NE:Niamey | ニアメ | 尼亚美
NG:Abuja | アブジャ | 阿布贾
NG:Benin City | ベニンシティ | 贝宁城
NG:Ibadan | イバダン | 伊巴丹
NG:Kaduna | カドゥナ | 卡杜纳
NG:Kano | カノ | 卡诺
NG:Lagos | ラゴス | 拉各斯
NG:Port Harcourt | ポートハーコート | 哈科特港
NI:Managua | マナグア | 马那瓜
NL:Amsterdam | アムステルダム | 阿姆斯特丹
NL:Rotterdam | ロッテルダム | 鹿特丹
NO:Bergen | ベルゲン | 卑尔根
NO:Oslo | オスロ | 奥斯陆
NP:Kathmandu | カトマンズ | 加德满都
NZ:Auckland | オークランド | 奥克兰
NZ:Christchurch | クライストチャーチ | 基督城
NZ:Wellington | ウェリントン | 惠灵顿
OM:Muscat | マスカット | 马斯喀特
PA:Panamá | パナマシティ | 巴拿马城
PE:Lima | リマ | 利马
PG:Port Moresby | ポートモレスビー | 莫尔兹比港
PH:Caloocan City | カローカン | 卡洛奥坎
PH:Cebu City | セブ | 宿务
PH:Davao | ダバオ | 达沃
PH:Manila | マニラ | 马尼拉
PH:Quezon City | ケソン | 奎松城
PK:Faisalabad | ファイサラーバード | 费萨拉巴德
PK:Islamabad | イスラマバード | 伊斯兰堡
PK:Karachi | カラチ | 卡拉奇
PK:Lahore | ラホール | 拉合尔
PK:Multan | ムルターン | 木尔坦
PK:Peshawar | ペシャーワル | 白沙瓦
PK:Rawalpindi | ラーワルピンディー | 拉瓦尔品第
PL:Kraków | クラクフ | 克拉科夫
PL:Warsaw | ワルシャワ | 华沙
PT:Lisbon | リスボン | 里斯本
PT:Porto | ポルト | 波尔图
PY:Asunción | アスンシオン | 亚松森
QA:Doha | ドーハ | 多哈
RO:Bucharest | ブカレスト | 布加勒斯特
RS:Belgrade | ベオグラード | 贝尔格莱德
RU:Irkutsk | イルクーツク | 伊尔库茨克
RU:Moscow | モスクワ | 莫斯科
RU:Nizhniy Novgorod | ニジニ・ノヴゴロド | 下诺夫哥罗德
RU:Novosibirsk | ノヴォシビルスク | 新西伯利亚
RU:Omsk | オムスク | 鄂木斯克
RU:Saint Petersburg | サンクトペテルブルク | 圣彼得堡
RU:Samara | サマーラ | 萨马拉
RU:Vladivostok | ウラジオストク | 符拉迪沃斯托克
RU:Yekaterinburg | エカテリンブルク | 叶卡捷琳堡
RW:Kigali | キガリ | 基加利
SA:Jeddah | ジッダ | 吉达
SA:Mecca | メッカ | 麦加
SA:Medina | メディナ | 麦地那
SA:Riyadh | リヤド | 利雅得
SD:Khartoum | ハルツーム | 喀土穆
SD:Omdurman | オムドゥルマン | 恩图曼
SE:Göteborg | ヨーテボリ | 哥德堡
SE:Stockholm | ストックホルム | 斯德哥尔摩
SG:Singapore | シンガポール | 新加坡
SI:Ljubljana | リュブリャナ | 卢布尔雅那
SK:Bratislava | ブラチスラヴァ | 布拉迪斯拉发
SN:Dakar | ダカール | 达喀尔
SO:Mogadishu | モガディシュ | 摩加迪沙
SV:San Salvador | サンサルバドル | 圣萨尔瓦多
SY:Aleppo | アレッポ | 阿勒颇
SY:Damascus | ダマスカス | 大马士革
TD:N'Djamena | ンジャメナ | 恩贾梅纳
TH:Bangkok | バンコク | 曼谷
TH:Chiang Mai | チェンマイ | 清迈
TH:Phuket | プーケット | 普吉
TJ:Dushanbe | ドゥシャンベ | 杜尚别
TM:Ashgabat | アシガバート | 阿什哈巴德
TN:Tunis | チュニス | 突尼斯
TR:Adana | アダナ | 阿达纳
TR:Ankara | アンカラ | 安卡拉
TR:Antalya | アンタルヤ | 安塔利亚
TR:Bursa | ブルサ | 布尔萨
TR:Istanbul | イスタンブール | 伊斯坦布尔
TR:İzmir | イズミル | 伊兹密尔
TW:Kaohsiung | 高雄 | 高雄
TW:Taichung | 台中 | 台中
TW:Tainan | 台南 | 台南
TW:Taipei | 台北 | 台北
TZ:Dar es Salaam | ダルエスサラーム | 达累斯萨拉姆
TZ:Dodoma | ドドマ | 多多马
UA:Kharkiv | ハルキウ | 哈尔科夫
UA:Kyiv | キーウ | 基辅
UA:Lviv | リヴィウ | 利沃夫
UA:Odessa | オデーサ | 敖德萨
UG:Kampala | カンパラ | 坎帕拉
US:Anchorage | アンカレッジ | 安克雷奇
US:Atlanta | アトランタ | 亚特兰大
US:Austin | オースティン | 奥斯汀
US:Berkeley | バークレー | 伯克利
US:Boston | ボストン | 波士顿
US:Brooklyn | ブルックリン | 布鲁克林
US:Chicago | シカゴ | 芝加哥
US:Dallas | ダラス | 达拉斯
US:Daly City | デイリーシティ | 戴利城
US:Denver | デンバー | 丹佛
US:Detroit | デトロイト | 底特律
US:Honolulu | ホノルル | 檀香山
US:Houston | ヒューストン | 休斯敦
US:Las Vegas | ラスベガス | 拉斯维加斯
US:Los Angeles | ロサンゼルス | 洛杉矶
US:Manhattan | マンハッタン | 曼哈顿
US:Miami | マイアミ | 迈阿密
US:Minneapolis | ミネアポリス | 明尼阿波利斯
US:New Orleans | ニューオーリンズ | 新奥尔良
US:New York City | ニューヨーク | 纽约
US:Oakland | オークランド | 奥克兰
US:Philadelphia | フィラデルフィア | 费城
US:Phoenix | フェニックス | 菲尼克斯
US:Portland | ポートランド | 波特兰
US:Queens | クイーンズ | 皇后区
US:Sacramento | サクラメント | 萨克拉门托
US:San Antonio | サンアントニオ | 圣安东尼奥
US:San Diego | サンディエゴ | 圣迭戈
US:San Francisco | サンフランシスコ | 旧金山
US:San Jose | サンノゼ | 圣何塞
US:San Mateo | サンマテオ | 圣马特奥
US:Sausalito | サウサリート | 索萨利托
US:Seattle | シアトル | 西雅图
US:Washington, D.C. | ワシントンD.C. | 华盛顿
UY:Montevideo | モンテビデオ | 蒙得维的亚
UZ:Samarkand | サマルカンド | 撒马尔罕
UZ:Tashkent | タシケント | 塔什干
VE:Caracas | カラカス | 加拉加斯
VE:Maracaibo | マラカイボ | 马拉开波
VE:Maracay | マラカイ | 马拉凯
VE:Valencia | バレンシア | 巴伦西亚
VN:Da Nang | ダナン | 岘港
VN:Hanoi | ハノイ | 河内
VN:Ho Chi Minh City | ホーチミン市 | 胡志明市
XK:Pristina | プリシュティナ | 普里什蒂纳
YE:Sanaa | サナア | 萨那
ZA:Cape Town | ケープタウン | 开普敦
ZA:Durban | ダーバン | 德班
ZA:Johannesburg | ヨハネスブルグ | 约翰内斯堡
ZA:Pretoria | プレトリア | 比勒陀利亚
ZA:Soweto | ソウェト | 索韦托
ZM:Lusaka | ルサカ | 卢萨卡
ZW:Harare | ハラレ | 哈拉雷
`;

export const CITY_NAMES: ReadonlyMap<string, CityNames> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [city = '', japanese = '', chinese = ''] = line.split(' | ');
      return [city, { japanese, chinese }];
    }),
);
