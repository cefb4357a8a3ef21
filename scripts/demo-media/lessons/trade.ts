import {
  bars,
  beside,
  code,
  compare,
  drawing,
  flow,
  label,
  points,
  statement,
  stroke,
  table,
} from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

export const tradeLessons: Lesson[] = [
  {
    key: 'study-method',
    title: 'What makes a lesson stay',
    course: 'Orbit Academy',
    voice: voices.farid,
    opening: {
      en: 'Watching feels like learning. Remembering is learning.',
      ms: 'Menonton terasa seperti belajar. Mengingat barulah belajar.',
    },
    slides: [
      {
        heading: 'Three habits',
        figure: points([
          { text: 'Close the page and say it', sub: 'two sentences, aloud or on paper', at: 0 },
          { text: 'Come back tomorrow, then in a week', at: 1 },
          { text: 'Use it on something of your own', at: 2 },
        ]),
        says: [
          {
            en: 'After each lesson, look away and say what it was about. If you cannot, watch it again.',
            ms: 'Selepas setiap pelajaran, palingkan muka dan sebut isinya. Jika tidak boleh, tonton semula.',
          },
          {
            en: 'Come back the next day for two minutes, and once more a week later.',
            ms: 'Kembali esok selama dua minit, dan sekali lagi seminggu kemudian.',
          },
          {
            en: 'Then use the idea on your own work, however small.',
            ms: 'Kemudian guna idea itu pada kerja anda sendiri, walau kecil.',
          },
        ],
      },
      {
        heading: 'What is left, with and without coming back',
        figure: drawing(1120, 380, [
          '<path class="axis" d="M20 30V320H1100"/>',
          stroke('M20 40C120 240 300 290 1080 304', { tone: 'rust', at: 0, width: 3.5 }),
          stroke(
            'M20 40C60 110 110 140 160 150L160 48C240 100 360 120 460 128L460 46C620 80 860 96 1080 104',
            { tone: 'leaf', at: 1, width: 3.5 },
          ),
          label(1080, 280, 'watched once', { anchor: 'end', tone: 'rust', at: 0 }),
          label(1080, 150, 'said again after a day and a week', { anchor: 'end', tone: 'leaf', at: 1 }),
          label(1100, 360, 'weeks', { anchor: 'end', tone: 'dim' }),
        ]),
        says: [
          {
            en: 'What we only watch fades within days. The drawing is a sketch, but the shape is well known.',
            ms: 'Apa yang hanya ditonton pudar dalam beberapa hari. Ini lakaran, tetapi bentuknya memang diketahui.',
          },
          {
            en: 'Each time you recall it, it fades more slowly.',
            ms: 'Setiap kali anda mengingatnya, ia pudar lebih perlahan.',
          },
        ],
      },
      {
        heading: 'In this classroom',
        figure: points([
          { text: 'Mark a lesson complete when you can say it', at: 0 },
          { text: 'Captions are under the CC button', sub: 'some lessons have them in Malay too', at: 1 },
        ]),
        says: [
          {
            en: 'Mark a lesson as complete only when you can say it.',
            ms: 'Tandakan pelajaran selesai hanya apabila anda boleh menyebutnya.',
          },
          {
            en: 'Captions are there if you study on a bus. Good luck.',
            ms: 'Kapsyen tersedia jika anda belajar dalam bas. Semoga berjaya.',
          },
        ],
      },
    ],
  },
  {
    key: 'price-margin',
    title: 'Margin is not markup',
    course: 'Pricing a Small Business',
    voice: voices.nurulHuda,
    opening: { en: 'Two words, one cake, and a difference that eats your rent.' },
    slides: [
      {
        heading: 'A cake that costs RM 60 to make',
        figure: bars([
          { label: 'flour, eggs, gas', part: 0.35, text: 'RM 35', tone: 'text', at: 0 },
          { label: 'two hours of yours', part: 0.25, text: 'RM 25', tone: 'text', at: 0 },
          { label: 'price', part: 1, text: 'RM 100', tone: 'leaf', at: 1 },
        ]),
        says: [
          { en: 'The cake costs RM 60, with your two hours included. Never leave out your hours.' },
          { en: 'You sell it for RM 100. What is left is RM 40.' },
        ],
      },
      {
        heading: 'Forty of what?',
        figure: compare([
          { title: 'Markup', lines: ['40 on top of cost 60', '40 ÷ 60 = 67 %'], tone: 'ember', at: 0 },
          { title: 'Margin', lines: ['40 out of price 100', '40 ÷ 100 = 40 %'], tone: 'leaf', at: 1 },
        ]),
        says: [
          { en: 'Markup compares it with the cost: sixty-seven per cent.' },
          { en: 'Margin compares it with the price: forty per cent. It is the same RM 40.' },
          { en: 'Rent and discounts are taken from the price, so think in margin.' },
        ],
      },
      {
        heading: 'Price for the margin you need',
        figure: beside(
          statement('price = cost ÷ (1 − margin)', '', 0),
          table({
            head: ['you need', 'price'],
            rows: [
              ['30 %', 'RM 85.71'],
              ['40 %', 'RM 100.00'],
              ['50 %', 'RM 120.00'],
            ],
            rowAt: [1, 1, 1],
            numeric: [1],
          }),
          60,
        ),
        says: [
          { en: 'To keep a margin, divide the cost by one minus that margin.' },
          { en: 'For half, the price is RM 120, and not RM 90, as adding fifty per cent would give.' },
        ],
      },
    ],
  },
  {
    key: 'books-two-sides',
    title: 'Every entry has two sides',
    course: 'Bookkeeping for Freelancers',
    voice: voices.nurulHuda,
    opening: { en: 'Money never appears. It always comes from somewhere and goes somewhere.' },
    slides: [
      {
        heading: 'Breakfast, RM 8',
        figure: flow([
          { text: 'Cash', sub: '− RM 8', at: 0, tone: 'rust' },
          { text: 'Meals', sub: '+ RM 8', at: 0, tone: 'leaf' },
        ]),
        says: [
          { en: 'You pay RM 8 for nasi lemak with a client. Cash goes down, and meals go up.' },
          { en: 'One event, two sides, the same amount. That is all of double entry.' },
        ],
      },
      {
        heading: 'A week of a photographer',
        figure: table({
          head: ['what happened', 'from', 'to', 'RM'],
          rows: [
            ['invoice to Hotel Aman', 'Sales', 'Owed to me', '1,200'],
            ['Hotel Aman pays', 'Owed to me', 'Bank', '1,200'],
            ['memory cards', 'Bank', 'Equipment', '180'],
          ],
          rowAt: [0, 1, 2],
          numeric: [3],
        }),
        says: [
          { en: 'You send an invoice: the money is not there yet, but somebody owes it to you.' },
          { en: 'They pay: what they owed moves into the bank. It is no new income.' },
          { en: 'You buy memory cards: the bank gives, the equipment takes.' },
        ],
      },
      {
        heading: 'Why it is worth it',
        figure: points([
          { text: 'The two sides must be equal', sub: 'a slip shows at once', at: 0 },
          { text: 'You can see who still owes you', at: 1 },
          { text: 'Keep the papers for seven years', at: 2 },
        ]),
        says: [
          { en: 'If the sides differ, you made a slip, and you know it today rather than in April.' },
          { en: 'And the list of those who owe you makes itself.' },
          { en: 'Keep the record and its papers for seven years, as the tax law asks.' },
        ],
      },
    ],
  },
  {
    key: 'ten-conversations',
    title: 'Ask about last time',
    course: 'Your First Ten Customers',
    voice: voices.farid,
    opening: { en: 'People are kind. They will say your idea is good. That is worth nothing.' },
    slides: [
      {
        heading: 'Two questions about lunch boxes',
        figure: compare([
          {
            title: 'Would you buy …?',
            lines: ['“Sure, sounds nice!”', 'costs them nothing', 'tells you nothing'],
            tone: 'rust',
            at: 0,
          },
          {
            title: 'What did you do last Tuesday?',
            lines: ['“Skipped it. Meetings.”', 'a fact', 'with a reason'],
            tone: 'leaf',
            at: 1,
          },
        ]),
        says: [
          { en: 'Ask whether they would buy, and they will be polite.' },
          { en: 'Ask what they did last Tuesday, and they will tell you a fact.' },
          { en: 'Facts about last time are the best guess at next time.' },
        ],
      },
      {
        heading: 'Four questions to carry with you',
        figure: points([
          { text: 'When did this last happen?', at: 0 },
          { text: 'What did you do about it?', at: 0 },
          { text: 'What did that cost you, in money or time?', at: 1 },
          { text: 'Who else should I talk to?', at: 2 },
        ]),
        says: [
          { en: 'When did it last happen, and what did you do?' },
          { en: 'What did it cost you? If it cost nothing, it is no problem of theirs.' },
          { en: 'And who else should I talk to? Ten conversations come from three friends.' },
        ],
      },
      {
        heading: 'Interest has a price',
        figure: statement(
          'Praise is polite. A deposit is interest.',
          'Time, a name or money: ask for one of them.',
        ),
        says: [
          { en: 'At the end, ask for something real: an hour, an introduction, or RM 10 as a deposit.' },
        ],
      },
    ],
  },
  {
    key: 'ads-promise',
    title: 'One reader, one promise',
    course: 'Writing Ads People Finish',
    voice: voices.meiLing,
    opening: { en: 'An advertisement for everybody is read by nobody.' },
    slides: [
      {
        heading: 'A laundry in Subang, first try',
        figure: statement(
          '“Quality service, affordable price, friendly staff.”',
          'Who says the opposite? Then it says nothing.',
          0,
        ),
        says: [
          { en: 'Quality, affordable, friendly. No laundry claims to be slow, dear and rude.' },
          { en: 'If nobody would say the opposite, the line says nothing.' },
        ],
      },
      {
        heading: 'Pick one reader',
        figure: points([
          { text: 'Nadia, 27, two white uniforms', at: 0 },
          { text: 'works shifts, home at nine', at: 0 },
          { text: 'fear: a wet uniform at six in the morning', at: 1 },
        ]),
        says: [
          { en: 'So we choose one person: a nurse with two uniforms, who comes home at nine.' },
          { en: 'Her fear is a damp uniform at six in the morning.' },
        ],
      },
      {
        heading: 'Second try',
        figure: statement(
          'Drop it by 10 at night. Dry and pressed by 6.',
          'Uniforms RM 4. Next to the LRT.',
          0,
        ),
        says: [
          {
            en: 'Drop it by ten at night, dry and pressed by six. She finishes reading, because it is about her.',
          },
          { en: 'Others will come too. They always do when one person is well described.' },
        ],
      },
    ],
  },
  {
    key: 'ads-test',
    title: 'Change one thing',
    course: 'Writing Ads People Finish',
    voice: voices.meiLing,
    opening: { en: 'If you change the words and the price, you will never know which one worked.' },
    slides: [
      {
        heading: 'A fair test with two posters',
        figure: table({
          head: ['', 'poster A', 'poster B'],
          rows: [
            ['words', 'first try', { text: 'second try', tone: 'ice', marks: [0] }],
            ['price', 'RM 4', 'RM 4'],
            ['place', 'LRT, both sides', 'LRT, both sides'],
            ['days', 'odd dates', 'even dates'],
          ],
        }),
        says: [
          { en: 'Only the words differ. Price and place stay as they are.' },
          { en: 'Swap the posters every day, so that Monday does not favour one of them.' },
        ],
      },
      {
        heading: 'Two weeks later',
        figure: bars([
          { label: 'poster A', part: 0.36, text: '18 calls', tone: 'text', at: 0 },
          { label: 'poster B', part: 0.66, text: '33 calls', tone: 'leaf', at: 0 },
        ]),
        says: [
          { en: 'Eighteen calls against thirty-three.' },
          { en: 'Could it be luck? Add the two, take the square root: about seven.' },
          { en: 'The difference is fifteen, more than twice that. Luck alone seldom does this.' },
        ],
      },
      {
        heading: 'Write down the loss',
        figure: statement(
          'A test you could not lose is not a test.',
          'Decide before you start which number will change your mind.',
        ),
        says: [
          { en: 'Decide beforehand what result would make you keep the old words. Then keep your promise.' },
        ],
      },
    ],
  },
  {
    key: 'local-facts',
    title: 'The three facts people look for',
    course: 'Being Found Nearby',
    voice: voices.meiLing,
    opening: { en: 'Someone two streets away is looking for you. What do they need to know?' },
    slides: [
      {
        heading: 'Open, where, what',
        figure: flow([
          { text: 'Are you open?', sub: 'hours, holidays', at: 0 },
          { text: 'Where are you?', sub: 'the door, the parking', at: 1 },
          { text: 'Do you do it?', sub: 'services, prices from', at: 2 },
        ]),
        says: [
          { en: 'First: are you open now? Holidays too, for that is when people ask.' },
          { en: 'Second: where is the door, and where do I park?' },
          { en: 'Third: do you do what I need, and roughly for how much?' },
        ],
      },
      {
        heading: 'The same everywhere',
        figure: table({
          head: ['place', 'closes at'],
          rows: [
            ['on the door', '6 pm'],
            ['map listing', { text: '8 pm', tone: 'rust', marks: [0] }],
            ['social page', '6 pm'],
            ['delivery app', { text: 'closed', tone: 'rust', marks: [0] }],
          ],
        }),
        says: [
          { en: 'Here two of four are wrong. The customer who came at seven will not come again.' },
          { en: 'Make a list of every place that shows your hours. Correct them all on the same morning.' },
          { en: 'Then photograph the door from across the road. That picture is worth more than your logo.' },
        ],
      },
    ],
  },
  {
    key: 'email-subject',
    title: 'The subject is a promise',
    course: 'E-mail That Gets Opened',
    voice: voices.meiLing,
    opening: { en: 'A subject line has about six words to say what is inside.' },
    slides: [
      {
        heading: 'Three subjects for one message',
        figure: table({
          head: ['subject', 'what the reader thinks'],
          rows: [
            ['Don’t miss this!!', { text: 'miss what?', tone: 'rust' }],
            ['March newsletter', { text: 'later', tone: 'ember' }],
            ['Your stall dates for Ramadan', { text: 'that is mine', tone: 'leaf' }],
          ],
          rowAt: [0, 1, 2],
        }),
        says: [
          { en: 'The first shouts, and says nothing.' },
          { en: 'The second is honest, and promises no reason to open it today.' },
          { en: 'The third names the thing and the reader. It can be answered.' },
        ],
      },
      {
        heading: 'Keep the promise in the first line',
        figure: code(
          [
            'Subject: Your stall dates for Ramadan',
            '',
            { text: 'Hi Kak Ros,', at: 0 },
            { text: 'you have stall 14, from 3 to 27 March.', at: 0, marks: [0] },
            { text: 'Reply YES by Friday to keep it.', at: 1, marks: [1] },
          ],
          { tinted: false },
        ),
        says: [
          { en: 'Then keep it in the first line. The dates come first, and the greeting is short.' },
          { en: 'Ask for one thing, with a day. A reply is worth more than an open.' },
          { en: 'And write only to those who said yes, with a way to say no in every message.' },
        ],
      },
    ],
  },
]
