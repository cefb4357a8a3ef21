// Study groups and discussions of the demo school. People and courses by their keys; times in days before the first
// start. In a course only those write who study or teach it; in a group only its members do.
import type { DemoCategory } from './school-types.ts'

export interface DemoGroup {
  key: string
  name: string
  description: string
  category: DemoCategory | null
  /** The first is the owner. */
  members: string[]
  begunDaysAgo: number
}

export interface DemoPost {
  author: string
  daysAgo: number
  body: string
}

export interface DemoDiscussion extends DemoPost {
  title: string
  group?: string
  course?: string
  replies: DemoPost[]
}

export const demoGroups: DemoGroup[] = [
  {
    key: 'sql-sundays',
    name: 'SQL on Sundays',
    description:
      'We take one question about real data each week, write the query on our own, and compare on Sunday evening. Wrong answers are welcome: they are usually the interesting ones.',
    category: 'Data Science',
    members: ['syafiqah', 'aisyah', 'arvind', 'zhi-hao', 'maria'],
    begunDaysAgo: 64,
  },
  {
    key: 'evening-coders',
    name: 'Evening Coders KL',
    description:
      'For people who learn programming after work. Two quiet hours on Tuesdays and Thursdays from 9 pm, cameras off, then ten minutes to say what got done.',
    category: 'Programming',
    members: ['amirul', 'aisyah', 'zhi-hao', 'maria'],
    begunDaysAgo: 57,
  },
  {
    key: 'first-customers',
    name: 'First Customers',
    description:
      'Small shops, stalls and services helping each other find the first ten customers. Bring the numbers of your week, also the bad ones.',
    category: 'Business',
    members: ['clement', 'jacqueline', 'maria', 'harpreet'],
    begunDaysAgo: 49,
  },
  {
    key: 'screen-critique',
    name: 'Screen Critique',
    description:
      'Post one screen and one question. Answers say what they saw first, what they looked for, and what they would measure. No taste, only reasons.',
    category: 'Design',
    members: ['shu-fen', 'harpreet', 'jia-hui'],
    begunDaysAgo: 41,
  },
  {
    key: 'model-readers',
    name: 'Model Readers',
    description:
      'One model card or one evaluation report a fortnight, read with a pencil. We ask what was measured, on whom, and what is missing.',
    category: 'AI & ML',
    members: ['arvind', 'harpreet', 'syafiqah'],
    begunDaysAgo: 30,
  },
  {
    key: 'belajar-bersama',
    name: 'Belajar Bersama',
    description:
      'Kumpulan untuk mereka yang lebih selesa bertanya dalam Bahasa Melayu. Apa-apa kursus, apa-apa soalan; kita cari jawapannya bersama.',
    category: null,
    members: ['aisyah', 'amirul', 'syafiqah', 'clement'],
    begunDaysAgo: 18,
  },
]

export const demoDiscussions: DemoDiscussion[] = [
  {
    title: 'How do you keep a habit of studying with shift work?',
    author: 'clement',
    daysAgo: 52,
    body: 'My shifts change every week, so "every evening at eight" never works for me. How do others with rotating shifts keep going?',
    replies: [
      {
        author: 'harpreet',
        daysAgo: 51.6,
        body: 'I tie it to something that happens on every shift: one lesson with the first tea after I wake up, whatever the clock says. Twelve minutes is enough to stay warm.',
      },
      {
        author: 'jacqueline',
        daysAgo: 50.2,
        body: 'On Sundays I write the three lessons of the week on paper and cross them out. Not when, only which. The list survives a changed roster, a timetable does not.',
      },
      {
        author: 'clement',
        daysAgo: 49.9,
        body: 'The list it is. Two weeks in and nothing slipped. Thank you both.',
      },
    ],
  },
  {
    title: 'Does BETWEEN include the last day of the month?',
    author: 'arvind',
    course: 'sql-for-people-with-questions',
    daysAgo: 47,
    body: "My October takings are smaller with BETWEEN '2026-10-01' AND '2026-10-31' than in the shop's own report. The column is a timestamp. What do I miss?",
    replies: [
      {
        author: 'priya',
        daysAgo: 46.8,
        body: "Almost the whole last day. '2026-10-31' becomes midnight at its beginning, so a sale at 09:15 on the 31st is after the end.\n\nWrite it half open and it is right for every type and every month:\n\nWHERE sold_at >= '2026-10-01' AND sold_at < '2026-11-01'",
      },
      {
        author: 'arvind',
        daysAgo: 46.7,
        body: 'That is exactly the missing RM 1,840. I have changed the other two reports too.',
      },
    ],
  },
  {
    title: 'Week 3: which outlet sells most on rainy days?',
    author: 'syafiqah',
    group: 'sql-sundays',
    daysAgo: 40,
    body: 'This week: takings of the four bakeries, split by whether it rained. The rain comes as one row per town and day. Post your query before you read the others.',
    replies: [
      {
        author: 'arvind',
        daysAgo: 38.5,
        body: 'Joined on town and day, grouped by outlet and rained. Careful: two outlets are in the same town, so join from sales to rain, never the other way, or the rain counts double.',
      },
      {
        author: 'aisyah',
        daysAgo: 38.2,
        body: 'I got a third group with neither rain nor no rain. Ipoh has four days without a measurement. I kept them as their own row instead of calling them dry.',
      },
      {
        author: 'syafiqah',
        daysAgo: 37.9,
        body: 'Keeping the unknown days visible is the best answer of the week. Melaka wins in the rain, by the way: it is the one with a roof over the tables.',
      },
    ],
  },
  {
    title: 'Is the middle really better than the average for salaries?',
    author: 'syafiqah',
    course: 'statistics-out-loud',
    daysAgo: 36,
    body: 'In our office the average is RM 6,900 and the middle RM 4,300. Which one should I say when a new colleague asks what people earn here?',
    replies: [
      {
        author: 'priya',
        daysAgo: 35.4,
        body: 'Say the middle, then where the middle half lies. The average answers another question: what the payroll costs per head. It is not wrong, it just speaks to the person who pays.',
      },
      {
        author: 'aisyah',
        daysAgo: 35,
        body: 'I drew both on one line with a dot for each person, as in the worksheet. Nobody asked for a formula after that.',
      },
    ],
  },
  {
    title: 'What do you look at first on this checkout screen?',
    author: 'shu-fen',
    group: 'screen-critique',
    daysAgo: 33,
    body: 'A counter screen for a clinic: name, amount, three ways to pay. My question: does the amount or the name come first for the person behind the counter?',
    replies: [
      {
        author: 'jia-hui',
        daysAgo: 32.3,
        body: 'I saw the amount, because it is the largest. But the mistake that hurts is taking money from the wrong person. Let the name be checked first, and let the amount be large but second.',
      },
      {
        author: 'harpreet',
        daysAgo: 32,
        body: 'Tried it with a phone at arm’s length: the three buttons look the same. A small drawing of a card, a code and a note helped more than the words did.',
      },
    ],
  },
  {
    title: 'I committed to the wrong branch. How do I move it?',
    author: 'maria',
    course: 'git-without-fear',
    daysAgo: 11,
    body: 'Three commits are on main that should be on a branch of their own. Nothing has been pushed. I am afraid to touch anything.',
    replies: [
      {
        author: 'wei-jian',
        daysAgo: 10.8,
        body: 'Nothing can be lost here, the snapshots stay. A branch is a label, so put a new label where you are and move the old one back:\n\ngit branch my-work\ngit reset --hard origin/main\ngit switch my-work\n\nLook at "git log --oneline --all" before and after, and see that only labels have moved.',
      },
      {
        author: 'zhi-hao',
        daysAgo: 10.6,
        body: 'And if you forget the first line, "git reflog" still knows where you were. I learned that one the slow way.',
      },
      {
        author: 'maria',
        daysAgo: 10.5,
        body: 'It worked, and I understand why. Thank you!',
      },
    ],
  },
  {
    title: 'Ten conversations: how did you find people to ask?',
    author: 'maria',
    group: 'first-customers',
    daysAgo: 17,
    body: 'I sell lunch boxes to two offices and want a third. Friends are too kind to be useful. Whom did you ask, and how did you begin?',
    replies: [
      {
        author: 'jacqueline',
        daysAgo: 16.5,
        body: 'I asked the people who said no. "You looked at us in March and decided against it. What did you choose instead?" Nobody minded, and two of them order now.',
      },
      {
        author: 'clement',
        daysAgo: 16.1,
        body: 'Guards and receptionists know what every office eats. Ask about last week, not about what they would like.',
      },
    ],
  },
  {
    title: 'Two spellings of the same town',
    author: 'aisyah',
    course: 'python-for-spreadsheet-users',
    daysAgo: 7.5,
    body: 'My sheet has "Pulau Pinang", "P. Pinang" and "Penang ". Stripping spaces fixes one. Do I really write down every other spelling by hand?',
    replies: [
      {
        author: 'daniel',
        daysAgo: 7.1,
        body: 'Yes, and it is less work than it sounds. Print the set of towns once, it will be about thirty. A dictionary from every spelling to the right one takes ten minutes, and it never guesses wrong. Guessing by similarity put Ipoh and Ipo in one basket for me, and also Kuala Pilah and Kuala Pilah Lama.',
      },
    ],
  },
  {
    title: 'A type for "either an error or a value"?',
    author: 'aisyah',
    course: 'typescript-first-principles',
    daysAgo: 5,
    body: 'I have a function that returns the order or a message about why there is none. Right now it is { order?: Order; message?: string } and I keep checking both. Is there a better shape?',
    replies: [
      {
        author: 'amirul',
        daysAgo: 4.8,
        body: 'Make it two shapes with a name each: { ok: true, order: Order } | { ok: false, message: string }. After "if (result.ok)" the compiler knows which of the two you hold.',
      },
      {
        author: 'wei-jian',
        daysAgo: 4.6,
        body: 'What Amirul says. Count the values: your first shape allows four combinations, and two of them mean nothing. A type is a set; leave the nonsense outside of it.\n\nThe handbook has a page on this: https://www.typescriptlang.org/docs/handbook/2/narrowing.html',
      },
    ],
  },
  {
    title: 'Macam mana nak mula dengan SQL kalau tak pernah buat program?',
    author: 'clement',
    group: 'belajar-bersama',
    daysAgo: 4,
    body: 'Saya urus stok kedai dengan buku. Kalau nak belajar SQL, perlu belajar program dulu ke?',
    replies: [
      {
        author: 'syafiqah',
        daysAgo: 3.7,
        body: 'Tak perlu. Mula dengan satu senarai dan satu soalan: barang mana yang tinggal kurang daripada lima? Itu sudah satu SELECT dan satu WHERE. Buku stok tu memang bentuk jadual yang betul.',
      },
      {
        author: 'aisyah',
        daysAgo: 3.5,
        body: 'Setuju. Saya pun mula dengan senarai belanja rumah. Yang penting soalannya betul-betul kita nak tahu.',
      },
    ],
  },
  {
    title: 'Thursday room: what are you working on?',
    author: 'amirul',
    group: 'evening-coders',
    daysAgo: 2.4,
    body: 'The room opens at nine as always. Write one line with what you want to finish, and come back to say whether you did.',
    replies: [
      {
        author: 'zhi-hao',
        daysAgo: 2.2,
        body: 'The lesson about branches, and then a branch of my own without looking.',
      },
      {
        author: 'aisyah',
        daysAgo: 2.1,
        body: 'The worksheet: model an order. I stopped at the states last week.',
      },
      { author: 'zhi-hao', daysAgo: 1.9, body: 'Done. It really is only a label.' },
    ],
  },
  {
    title: 'Why does my LEFT JOIN lose rows after I add a WHERE?',
    author: 'aisyah',
    course: 'sql-for-people-with-questions',
    daysAgo: 1.2,
    body: "I join outlets to sales so that outlets without sales show up too. As soon as I add WHERE sales.day = '2026-11-02' the empty outlets are gone again. Where did they go?",
    replies: [
      {
        author: 'arvind',
        daysAgo: 1.1,
        body: 'For an outlet without sales, sales.day is NULL, and NULL = anything is not true. WHERE runs after the join and throws those rows out. Move the condition into the join: LEFT JOIN sales ON … AND sales.day = …',
      },
      {
        author: 'priya',
        daysAgo: 0.9,
        body: 'Exactly. Read it aloud: "all outlets, with their sales of that day, if any". The "of that day" belongs to the sales, so it belongs to ON. What is in WHERE is about the whole line.',
      },
    ],
  },
  {
    title: 'The basket exercise: one receipt, several lines',
    author: 'zhi-hao',
    course: 'retail-data-clinic',
    daysAgo: 0.8,
    body: 'Do you count baskets by receipt number alone? At our outlet the numbers begin again every morning.',
    replies: [
      {
        author: 'daniel',
        daysAgo: 0.6,
        body: 'Then the receipt is outlet, day and number together. Write those three down as the name of a basket before you count anything; half of the clinic is finding out what one row is.',
      },
    ],
  },
  {
    title: 'A free way to draw a neural network?',
    author: 'harpreet',
    daysAgo: 0.3,
    body: 'I want to show my nephew how the weights change, step by step, without installing anything on his school laptop. What do you use?',
    replies: [],
  },
]
