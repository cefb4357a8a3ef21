// Names for the many learners behind the demo school's figures: made of parts, the same ones each time.
// None of them can sign in, and their addresses lead nowhere.

const malayMen = [
  'Ahmad',
  'Hafiz',
  'Iskandar',
  'Faizal',
  'Azlan',
  'Syahir',
  'Nazri',
  'Khairul',
  'Zulfadli',
  'Irfan',
]
const malayWomen = [
  'Nurul',
  'Siti',
  'Aina',
  'Farah',
  'Hidayah',
  'Izzati',
  'Liyana',
  'Zulaikha',
  'Husna',
  'Amalina',
]
const malayFathers = [
  'Abdullah',
  'Ismail',
  'Osman',
  'Yusof',
  'Razak',
  'Mansor',
  'Kamaruddin',
  'Salleh',
  'Hashim',
  'Jamaludin',
  'Sulaiman',
]
const chineseFamilies = [
  'Tan',
  'Lim',
  'Wong',
  'Lee',
  'Ng',
  'Chong',
  'Goh',
  'Teoh',
  'Yap',
  'Khoo',
  'Foo',
  'Chin',
  'Liew',
]
const chineseGiven = [
  'Kai Xin',
  'Jun Hao',
  'Pei Wen',
  'Yi Ling',
  'Zi Xuan',
  'Wai Kit',
  'Sook Yee',
  'Ming Han',
  'Li Ting',
  'Chee Keong',
  'Hui Min',
]
const indianGiven = [
  'Kumaran',
  'Divya',
  'Thinesh',
  'Lavanya',
  'Prakash',
  'Shalini',
  'Vikneswaran',
  'Yamini',
  'Suresh',
]
const indianFamilies = ['Krishnan', 'Pillai', 'Ramasamy', 'Selvam', 'Naidu', 'Govindasamy', 'Muthu', 'Rajan']
const borneoGiven = ['Jelani', 'Dayang', 'Stephanie', 'Ronald', 'Petronella', 'Augustine', 'Melissa']
const borneoFamilies = ['anak Jugah', 'Gimbang', 'anak Nyambang', 'Lojuki', 'Mojuntin', 'anak Baja']

const at = (names: readonly string[], place: number): string => names[place % names.length] ?? ''

/** Lists of different, mostly prime lengths: each kind runs long before a pair comes again. */
const kinds: readonly ((place: number) => string)[] = [
  (place) => `${at(malayWomen, place)} binti ${at(malayFathers, place)}`,
  (place) => `${at(chineseFamilies, place)} ${at(chineseGiven, place)}`,
  (place) => `${at(malayMen, place)} bin ${at(malayFathers, place + 4)}`,
  (place) => `${at(indianGiven, place)} ${at(indianFamilies, place)}`,
  (place) => `${at(chineseFamilies, place + 6)} ${at(chineseGiven, place)}`,
  (place) => `${at(borneoGiven, place)} ${at(borneoFamilies, place)}`,
]

export interface DemoLearner {
  name: string
  email: string
}

/** The learner at this place of the list, from 0 on; more than two hundred without a name twice. */
export function demoLearner(place: number): DemoLearner {
  const name = kinds[place % kinds.length]?.(Math.floor(place / kinds.length)) ?? ''
  const address = name
    .toLowerCase()
    .replace(/ (?:bin|binti|anak) /, ' ')
    .replaceAll(' ', '.')
  return { name, email: `${address}@${learnersDomain}` }
}

/** Reserved: no mail ever leaves for it. */
export const learnersDomain = 'belajar.test'

/**
 * How often each course of the demo business was chosen: the paid ones in proportion, the free ones in numbers, and how
 * many people were enrolled by the business itself, who have booked nothing.
 */
export const demoDemand: {
  seller: string
  paid: Readonly<Record<string, number>>
  free: Readonly<Record<string, number>>
  granted: Readonly<Record<string, number>>
  months: readonly number[]
} = {
  seller: 'orbit',
  paid: {
    'sql-for-people-with-questions': 100,
    'practical-machine-learning': 55,
    'typescript-first-principles': 46,
    'your-first-ten-customers': 30,
    'apis-people-enjoy': 12,
    'forecasting-with-time-series': 8,
    'evaluating-language-models': 4,
  },
  free: {
    'git-without-fear': 34,
    'statistics-out-loud': 22,
    'accessible-pages-in-a-week': 12,
    'a-neural-network-by-hand': 10,
  },
  granted: {
    'accessible-pages-in-a-week': 16,
    'statistics-out-loud': 12,
  },
  /** New places in each of six months, in proportion; the last month counts for as much of it as has passed. */
  months: [42, 55, 61, 58, 74, 88],
}

/** What the demo business has earned in those six months, in sen, and how much of its lessons is completed. */
export const demoFigures = { revenueCents: 4_260_000, completion: 0.78 } as const
