import { beside, code, compare, drawing, flow, label, ring, statement, table } from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

const typescript = 'TypeScript from First Principles'
const python = 'Python for Spreadsheet Users'
const apis = 'APIs People Enjoy'

export const programmingLessons: Lesson[] = [
  {
    key: 'ts-unions',
    title: 'A type is a set of values',
    course: typescript,
    voice: voices.weiJian,
    opening: {
      en: 'Forget the syntax for a moment, and think of sets.',
      ms: 'Lupakan sintaks sebentar, dan fikirkan tentang set.',
    },
    slides: [
      {
        heading: 'Every type is a set',
        figure: drawing(1120, 400, [
          ring(250, 200, 230, 170, { tone: 'dim' }),
          label(250, 66, 'string', { tone: 'ice', bold: true }),
          label(180, 170, "'Ipoh'"),
          label(320, 220, "'paid'"),
          label(190, 290, "''"),
          ring(830, 200, 230, 170, { tone: 'dim', at: 1 }),
          label(830, 66, 'number', { tone: 'ice', bold: true, at: 1 }),
          label(760, 170, '0', { at: 1 }),
          label(910, 220, '149', { at: 1 }),
          label(790, 290, '−2.5', { at: 1 }),
        ]),
        says: [
          { en: 'The type string is the set of all texts.', ms: 'Jenis string ialah set semua teks.' },
          { en: 'The type number is the set of all numbers.', ms: 'Jenis number ialah set semua nombor.' },
          {
            en: 'When you annotate a variable, you say which set its value comes from.',
            ms: 'Apabila anda menulis jenis pemboleh ubah, anda menyatakan set asal nilainya.',
          },
        ],
      },
      {
        heading: 'A union joins two sets',
        figure: code([
          { text: "type State = 'open' | 'paid' | 'refunded'", marks: [0] },
          '',
          { text: "const a: State = 'paid'      // in the set", at: 1, marks: [1] },
          { text: "const b: State = 'payed'     // not in the set", at: 2, marks: [2] },
        ]),
        says: [
          { en: 'This set has exactly three members.', ms: 'Set ini ada tepat tiga ahli.' },
          {
            en: 'Paid is one of them, so the assignment is fine.',
            ms: 'paid ialah ahlinya, jadi tugasan ini sah.',
          },
          {
            en: 'Payed, with a spelling mistake, is not. You hear of it before your customer does.',
            ms: 'payed, dengan ejaan salah, bukan ahli. Anda tahu sebelum pelanggan anda tahu.',
          },
        ],
      },
      {
        heading: 'Reading the message',
        figure: statement(
          '“Not assignable” means: this set is not inside that one.',
          'Ask which member is the odd one out.',
        ),
        says: [
          {
            en: 'So when the compiler says not assignable, it means that one set is not inside the other.',
            ms: 'Jadi “not assignable” bermaksud satu set tidak berada di dalam set yang lain.',
          },
        ],
      },
    ],
  },
  {
    key: 'ts-narrowing',
    title: 'Narrowing: ask, then use',
    course: typescript,
    voice: voices.weiJian,
    opening: {
      en: 'If a value may be two things, ask which one it is before you use it.',
      ms: 'Jika nilai boleh jadi dua perkara, tanya dahulu sebelum digunakan.',
    },
    slides: [
      {
        heading: 'A price that may be text',
        figure: code([
          { text: 'function toSen(price: string | number) {', marks: [0] },
          { text: "  if (typeof price === 'string') {", at: 1, marks: [1] },
          { text: '    return Math.round(parseFloat(price) * 100)', at: 2, marks: [2] },
          { text: '  }', at: 1 },
          { text: '  return Math.round(price * 100)', at: 3, marks: [3] },
          '}',
        ]),
        says: [
          {
            en: 'This price comes from a form or from a file. It is text or a number.',
            ms: 'Harga ini datang dari borang atau fail. Ia teks atau nombor.',
          },
          { en: 'One question splits the set in two.', ms: 'Satu soalan membahagi set kepada dua.' },
          { en: 'Inside the braces, only text is left.', ms: 'Di dalam kurungan, hanya tinggal teks.' },
          {
            en: 'After them, only a number is left. No cast was needed.',
            ms: 'Selepasnya, hanya tinggal nombor. Tiada paksaan jenis diperlukan.',
          },
        ],
      },
      {
        heading: 'Let one field tell them apart',
        figure: code([
          { text: 'type Payment =', marks: [0] },
          { text: "  | { state: 'paid',   paidOn: string }", marks: [0] },
          { text: "  | { state: 'failed', reason: string }", marks: [0] },
          '',
          { text: "if (payment.state === 'paid')", at: 1, marks: [1] },
          { text: '  show(payment.paidOn)', at: 1, marks: [1] },
        ]),
        says: [
          {
            en: 'Give each shape a field with its own fixed value.',
            ms: 'Beri setiap bentuk satu medan dengan nilai tetapnya sendiri.',
          },
          {
            en: 'Check that field, and everything that belongs to it becomes available.',
            ms: 'Semak medan itu, dan semua yang berkaitan boleh digunakan.',
          },
          {
            en: 'A failed payment with a date can no longer be written down at all.',
            ms: 'Bayaran gagal yang bertarikh tidak lagi boleh ditulis sama sekali.',
          },
        ],
      },
    ],
  },
  {
    key: 'py-rows',
    title: 'Read a sheet, one row at a time',
    course: python,
    voice: voices.daniel,
    opening: {
      en: 'A program reads a sheet as you do: from the top, one row after another.',
      ms: 'Program membaca helaian seperti anda: dari atas, sebaris demi sebaris.',
    },
    slides: [
      {
        heading: 'The sheet and the script',
        figure: beside(
          table({
            head: ['item', 'count'],
            rows: [
              ['soap', '12'],
              ['rice 5 kg', '0'],
              ['batteries', '40'],
            ],
            rowMarks: [[1], [2], [3]],
            numeric: [1],
          }),
          code([
            { text: 'import csv', marks: [0] },
            { text: "stock = open('stock.csv')", marks: [0] },
            { text: 'for row in csv.DictReader(stock):', at: 0, marks: [1, 2, 3] },
            { text: "    if row['count'] == '0':", at: 1, marks: [1, 2, 3] },
            { text: "        print(row['item'])", at: 2, marks: [2] },
          ]),
          40,
        ),
        says: [
          {
            en: 'On the left is a stock count. On the right are five lines of Python.',
            ms: 'Di kiri kiraan stok. Di kanan lima baris Python.',
          },
          {
            en: 'The word for means: do this with every row. Soap has twelve, so nothing happens.',
            ms: 'Perkataan for bermaksud: buat ini dengan setiap baris. Sabun ada dua belas, jadi tiada apa berlaku.',
          },
          {
            en: 'Rice has zero. The question says yes, and the name is printed.',
            ms: 'Beras kosong. Jawapannya ya, dan namanya dicetak.',
          },
          { en: 'Then batteries, and the sheet is at its end.', ms: 'Kemudian bateri, dan helaian tamat.' },
        ],
      },
      {
        heading: 'Where it goes wrong first',
        figure: compare([
          { title: "row['count'] == 0", lines: ['never true', 'a file holds text'], tone: 'rust', at: 0 },
          {
            title: "int(row['count']) == 0",
            lines: ['true for rice', 'text made into a number'],
            tone: 'leaf',
            at: 1,
          },
        ]),
        says: [
          {
            en: 'One trap: everything in a file is text. The text zero is not the number zero.',
            ms: 'Satu perangkap: semua dalam fail ialah teks. Teks sifar bukan nombor sifar.',
          },
          {
            en: 'Turn it into a number first, and you can add and compare as in a sheet.',
            ms: 'Tukar kepada nombor dahulu, barulah boleh dijumlah dan dibanding.',
          },
        ],
      },
    ],
  },
  {
    key: 'py-matching',
    title: 'Two spellings of one town',
    course: python,
    voice: voices.daniel,
    opening: {
      en: 'Your lists disagree about how to spell Seremban. Let us settle it.',
      ms: 'Senarai anda tidak sepakat tentang ejaan Seremban. Mari selesaikan.',
    },
    slides: [
      {
        heading: 'Four rows, one town',
        figure: beside(
          table({
            head: ['as typed', 'cleaned'],
            rows: [
              ['Seremban', { text: 'seremban', tone: 'leaf', at: 1 }],
              ['SEREMBAN ', { text: 'seremban', tone: 'leaf', at: 1 }],
              ['  seremban', { text: 'seremban', tone: 'leaf', at: 1 }],
              ['S’ban', { text: 's’ban', tone: 'ember', at: 1, marks: [2] }],
            ],
          }),
          code([
            { text: 'def clean(town):', at: 1 },
            { text: '    return town.strip().lower()', at: 1, marks: [1] },
          ]),
        ),
        says: [
          {
            en: 'A person sees one town. A computer sees four.',
            ms: 'Manusia nampak satu bandar. Komputer nampak empat.',
          },
          {
            en: 'Strip removes spaces at the ends, and lower makes small letters. Three rows now agree.',
            ms: 'strip membuang ruang di hujung, lower menjadikan huruf kecil. Tiga baris kini sama.',
          },
          {
            en: 'The fourth is an abbreviation. No rule will guess it.',
            ms: 'Yang keempat ialah singkatan. Tiada peraturan boleh menekanya.',
          },
        ],
      },
      {
        heading: 'Rules first, then a short list for people',
        figure: code([
          { text: "known = {'s’ban': 'seremban', 'kl': 'kuala lumpur'}", at: 0, marks: [0] },
          '',
          { text: 'town = known.get(clean(raw), clean(raw))', at: 0 },
          { text: 'if town not in towns:', at: 1, marks: [1] },
          { text: '    unsure.append(raw)      # ask a person', at: 1, marks: [1] },
        ]),
        says: [
          {
            en: 'Keep a small list of known abbreviations.',
            ms: 'Simpan senarai kecil singkatan yang diketahui.',
          },
          {
            en: 'Whatever still does not match goes onto a list for a person to read.',
            ms: 'Yang masih tidak sepadan masuk ke senarai untuk dibaca manusia.',
          },
          {
            en: 'Never let the script guess in silence. A wrong guess costs more than a question.',
            ms: 'Jangan biar skrip meneka senyap-senyap. Tekaan salah lebih mahal daripada soalan.',
          },
        ],
      },
    ],
  },
  {
    key: 'api-status',
    title: 'Status codes tell the truth',
    course: apis,
    voice: voices.weiJian,
    opening: { en: 'A status code says one thing: who has to act next.' },
    slides: [
      {
        heading: 'Who acts next?',
        figure: table({
          head: ['code', 'says', 'who acts'],
          rows: [
            ['2xx', 'done', 'nobody'],
            ['4xx', 'your request cannot work', { text: 'the sender', tone: 'ice' }],
            ['5xx', 'we failed', { text: 'the server’s people', tone: 'ember' }],
          ],
          rowAt: [0, 1, 2],
        }),
        says: [
          { en: 'Two hundreds mean that it is done, and nobody has to act.' },
          { en: 'Four hundreds mean that sending the same thing again will not help.' },
          { en: 'Five hundreds mean that the sender did nothing wrong, and may try later.' },
        ],
      },
      {
        heading: 'A lie, and its cost',
        figure: compare([
          {
            title: '200 OK',
            lines: ['{ "error": "sold out" }', 'alarms stay silent', 'the app shows a ticket'],
            tone: 'rust',
            at: 0,
            marks: [1],
          },
          {
            title: '409 Conflict',
            lines: ['{ "error": "Sold out",', '  "code": "SOLD_OUT" }', 'the app knows what to say'],
            tone: 'leaf',
            at: 2,
          },
        ]),
        says: [
          { en: 'Some servers answer two hundred, with an error inside.' },
          { en: 'Every tool in between believes it: caches, alarms, and the app.' },
          { en: 'Say four hundred and nine, with a sentence for people and a code for programs.' },
          { en: 'Then nobody has to read your mind at eleven at night.' },
        ],
      },
    ],
  },
  {
    key: 'api-idempotent',
    title: 'Press twice, pay once',
    course: apis,
    voice: voices.weiJian,
    opening: { en: 'A phone on a train sends a payment, and the answer gets lost in a tunnel.' },
    slides: [
      {
        heading: 'What the phone sees',
        figure: flow([
          { text: 'phone', sub: 'pay RM 40', at: 0 },
          { text: 'server', sub: 'takes RM 40', at: 0 },
          { text: 'answer', sub: 'lost', at: 1, tone: 'rust' },
          { text: 'phone', sub: 'pay RM 40 again', at: 2, tone: 'ember' },
        ]),
        says: [
          { en: 'The request arrived, and the money was taken.' },
          { en: 'Only the answer was lost. The phone cannot tell the difference.' },
          { en: 'So it asks again, and now the customer has paid twice.' },
        ],
      },
      {
        heading: 'A key for each intention',
        figure: code([
          'POST /payments',
          { text: 'Idempotency-Key: 8f2c-41', at: 0, marks: [0] },
          '',
          { text: '# first time:  pay, remember the answer', at: 1, marks: [1] },
          { text: '# second time: give the same answer', at: 2, marks: [2] },
        ]),
        says: [
          { en: 'Before the first try, the phone invents a key for this one purchase.' },
          { en: 'The server stores the key and the answer together, in one step.' },
          { en: 'If the key comes back, it repeats the answer and takes nothing.' },
        ],
      },
      {
        heading: 'Let the database decide',
        figure: statement(
          'One unique column is worth a page of careful code.',
          'Two requests at the same instant: one insert wins, the other waits.',
        ),
        says: [
          {
            en: 'Put a unique constraint on the key, and even two requests at the same instant pay only once.',
          },
        ],
      },
    ],
  },
]
