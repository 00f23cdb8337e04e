import type { TextEncodingLabel } from '../model/reading-options';

/**
 * Which encoding of East Asia a text is in. Many bytes are valid in several of them, so that validity alone decides little. In the right one, a good
 * part of the characters are among the most frequent of the language; in a wrong one, only a few are.
 */

const japanese =
  '日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北百書先名川千水半男西電校語土木食車南万白天火会同事自社発者地業方新場員立開手力代明動京目通言理体田主題意不作用度公野家世多正安院心界教文元重近海知道集別物品計特始台広無真有口少町料工建空店病質銀英医字音花館色風駅屋島都府県市区村郡神奈良岡福静愛兵庫州浜埼玉群馬栃茨城潟富石井岐阜滋賀和歌鳥取根徳香媛佐崎熊分宮鹿児沖縄青森岩秋形阪横氏番号価格数量付住所郵便商藤鈴橋伊渡辺林加吉';
const simplified =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基书非则白界达光放强即权思王象完设式色路记南品住告类求据程北边张交规万取拉格领共师观清今切院识带导运省县镇京沪州广深圳杭江浙苏湖河福陕川云贵吉辽龙姓价期址号码城陈李刘杨黄赵周吴巴阿亚利';
const traditional =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基書非則白界達光放強即權思王象完設式色路記南品住告類求據程北邊張交規萬取拉格領共師觀清今切院識帶導運省縣鎮鄉村里街灣臺台灣高雄北新竹桃園屏花蓮宜蘭彰化南投嘉義雲苗栗澎湖基隆姓價址號碼城陳李劉楊黃趙周吳林蔡王郭巴阿亞利';
const korean =
  '이다는에가을를의은로고하서한지도기어자사대인정시리아나라수스제일전부상해원장과구주보그만동안국있여생들조비와공성니면년관중소우적게선계경위연신세문재내방물마실용모분음식화오등무트거요교회발업학당치드개야유민산군북남강현금김박최임윤울광역특별충청호천포읍면번호이름날짜가격량번호명류품';

interface Language {
  readonly frequent: ReadonlySet<string>;
  readonly encodings: readonly TextEncodingLabel[];
}

const hiragana = Array.from({ length: 0x3097 - 0x3041 }, (_, at) => String.fromCharCode(0x3041 + at));
const katakana = Array.from({ length: 0x30fd - 0x30a1 }, (_, at) => String.fromCharCode(0x30a1 + at));

const languages: readonly Language[] = [
  { frequent: new Set([...japanese, ...hiragana, ...katakana]), encodings: ['shift_jis', 'euc-jp'] },
  { frequent: new Set(simplified), encodings: ['gb18030'] },
  { frequent: new Set(traditional), encodings: ['big5'] },
  { frequent: new Set(korean), encodings: ['euc-kr'] },
];

/** At least this many characters must be among the frequent ones of the language. */
const minFrequent = 8;
/** Of all characters outside ASCII, at least this share must be among them. */
const minShare = 0.3;
/** The share must be at least this many times that of every other encoding. */
const minLead = 2;
/** Of the characters outside ASCII, at least this share must stand beside another. Accented letters, read in pairs with the letters after them, stand alone. */
const minBeside = 0.5;

/** A text in an encoding, as if more followed; null if its bytes are not valid. */
function decoded(bytes: Uint8Array, encoding: TextEncodingLabel): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** How many of `length` characters or bytes are outside ASCII, and how many of these stand beside another. */
function countOutside(length: number, isOutside: (at: number) => boolean) {
  const counts = { outsideAscii: 0, beside: 0 };
  for (let at = 0; at < length; at += 1) {
    if (!isOutside(at)) continue;
    counts.outsideAscii += 1;
    if (isOutside(at - 1) || isOutside(at + 1)) counts.beside += 1;
  }
  return counts;
}

function countFrequent(text: string, frequent: ReadonlySet<string>): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (frequent.has(text.charAt(at))) count += 1;
  return count;
}

/** True if most bytes outside ASCII stand beside another, as in scripts other than the Latin one. */
export function isMostlyBeside(bytes: Uint8Array): boolean {
  const { outsideAscii, beside } = countOutside(bytes.length, (at) => (bytes[at] ?? 0) > 0x7f);
  return outsideAscii >= minFrequent && beside >= minBeside * outsideAscii;
}

/**
 * The encoding of East Asia that the bytes are in; null unless one is clearly the best. The bytes may end within a character.
 */
export function guessEastAsian(bytes: Uint8Array): TextEncodingLabel | null {
  const shares = languages
    .flatMap(({ frequent, encodings }) => encodings.map((encoding) => ({ frequent, encoding })))
    .flatMap(({ frequent, encoding }) => {
      const text = decoded(bytes, encoding);
      if (text === null) return [];
      const counts = {
        ...countOutside(text.length, (at) => text.charCodeAt(at) > 0x7f),
        frequent: countFrequent(text, frequent),
      };
      return counts.outsideAscii === 0 ? [] : [{ encoding, counts, share: counts.frequent / counts.outsideAscii }];
    })
    .sort((a, b) => b.share - a.share);
  const [best, second] = shares;
  if (best === undefined) return null;
  const { counts, share, encoding } = best;
  const isClear =
    counts.frequent >= minFrequent &&
    share >= minShare &&
    counts.beside >= minBeside * counts.outsideAscii &&
    share >= minLead * (second?.share ?? 0);
  return isClear ? encoding : null;
}
