import { bars, beside, box, code, drawing, label, points, stroke, table } from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

const course = 'SQL for People with Questions'
const voice = voices.priya

const sales = (rowMarks: (number[] | undefined)[] = []) =>
  table({
    head: ['outlet', 'item', 'sold'],
    rows: [
      ['Ipoh', 'kaya bun', '42'],
      ['Ipoh', 'white loaf', '18'],
      ['Muar', 'kaya bun', '35'],
      ['Melaka', 'egg tart', '60'],
    ],
    rowMarks,
    numeric: [2],
  })

export const sqlLessons: Lesson[] = [
  {
    key: 'sql-select',
    title: 'Rows in, rows out',
    course,
    voice,
    opening: {
      en: 'A query takes rows in, and gives rows back.',
      ms: 'Pertanyaan SQL mengambil baris, dan memulangkan baris.',
    },
    slides: [
      {
        heading: 'A table is a list of facts',
        figure: sales([undefined, undefined, [1]]),
        says: [
          {
            en: 'This table has one row for each item that an outlet sold today.',
            ms: 'Jadual ini ada satu baris bagi setiap item yang dijual oleh cawangan hari ini.',
          },
          {
            en: 'Read one row as a sentence: Muar sold thirty-five kaya buns.',
            ms: 'Baca satu baris sebagai ayat: Muar menjual tiga puluh lima roti kaya.',
          },
        ],
      },
      {
        heading: 'Choose columns, then choose rows',
        figure: beside(
          code([
            { text: 'SELECT item, sold', at: 0, marks: [1] },
            { text: 'FROM   sales', at: 0, marks: [0] },
            { text: "WHERE  outlet = 'Ipoh'", at: 2, marks: [2] },
          ]),
          table({
            head: ['item', 'sold'],
            rows: [
              ['kaya bun', '42'],
              ['white loaf', '18'],
            ],
            rowAt: [3, 3],
            numeric: [1],
          }),
        ),
        says: [
          { en: 'FROM says which list we look at.', ms: 'FROM menyatakan senarai mana yang kita lihat.' },
          { en: 'SELECT says which columns to keep.', ms: 'SELECT menyatakan lajur mana yang disimpan.' },
          {
            en: 'WHERE is a question asked of every row. Only a yes stays.',
            ms: 'WHERE ialah soalan kepada setiap baris. Hanya jawapan ya yang kekal.',
          },
          { en: 'Four rows went in, and two came out.', ms: 'Empat baris masuk, dua baris keluar.' },
        ],
      },
      {
        heading: 'Say it before you type it',
        figure: points([
          { text: 'Which list?', sub: 'FROM', at: 0 },
          { text: 'Which rows?', sub: 'WHERE', at: 0 },
          { text: 'Which columns?', sub: 'SELECT', at: 0 },
        ]),
        says: [
          {
            en: 'Before you type, answer three things aloud: which list, which rows, which columns.',
            ms: 'Sebelum menaip, jawab tiga perkara: senarai mana, baris mana, lajur mana.',
          },
        ],
      },
    ],
  },
  {
    key: 'sql-where',
    title: 'Filtering, and the trap of NULL',
    course,
    voice,
    opening: {
      en: 'NULL means that the value is not known. That has consequences.',
      ms: 'NULL bermaksud nilai itu tidak diketahui. Ini ada akibatnya.',
    },
    slides: [
      {
        heading: 'Three orders, one without a date',
        figure: table({
          head: ['order', 'customer', 'delivered_on'],
          rows: [
            ['101', 'Kedai Lim', '2026-03-02'],
            ['102', 'Warung Siti', '2026-03-09'],
            ['103', 'Hotel Aman', { text: 'NULL', tone: 'ember', marks: [1] }],
          ],
        }),
        says: [
          {
            en: 'Here are three orders. Two have been delivered.',
            ms: 'Ini tiga pesanan. Dua sudah dihantar.',
          },
          {
            en: 'The third has no date yet. The database writes NULL: not known.',
            ms: 'Yang ketiga belum ada tarikh. Pangkalan data menulis NULL: tidak diketahui.',
          },
        ],
      },
      {
        heading: 'Which orders were not delivered on 2 March?',
        figure: beside(
          code([
            'SELECT order',
            'FROM   orders',
            { text: "WHERE  NOT (delivered_on = '2026-03-02')", marks: [0] },
          ]),
          table({
            head: ['order', 'the answer is'],
            rows: [
              ['101', { text: 'no', tone: 'dim' }],
              ['102', { text: 'yes', tone: 'leaf' }],
              ['103', { text: 'not known', tone: 'ember' }],
            ],
            rowAt: [1, 1, 1],
            rowMarks: [undefined, undefined, [2]],
          }),
          60,
        ),
        says: [
          {
            en: 'You expect two orders back. You get one.',
            ms: 'Anda menjangka dua pesanan. Anda hanya dapat satu.',
          },
          {
            en: 'For every row the answer can be yes, no, or not known.',
            ms: 'Bagi setiap baris, jawapannya boleh jadi ya, tidak, atau tidak diketahui.',
          },
          {
            en: 'WHERE keeps only a clear yes, so order one hundred and three is dropped in silence.',
            ms: 'WHERE menyimpan hanya ya yang jelas, jadi pesanan 103 tercicir tanpa amaran.',
          },
        ],
      },
      {
        heading: 'Ask for it by name',
        figure: code([
          'SELECT order',
          'FROM   orders',
          "WHERE  NOT (delivered_on = '2026-03-02')",
          { text: '   OR  delivered_on IS NULL', at: 0, marks: [0] },
        ]),
        says: [
          {
            en: 'If missing values belong in the answer, say so with IS NULL.',
            ms: 'Jika nilai yang tiada perlu dikira, nyatakan dengan IS NULL.',
          },
          {
            en: 'Make it a habit: for each column you filter, ask whether it can be empty.',
            ms: 'Jadikan tabiat: bagi setiap lajur yang ditapis, tanya sama ada ia boleh kosong.',
          },
        ],
      },
    ],
  },
  {
    key: 'sql-join',
    title: 'A join draws lines between lists',
    course,
    voice,
    opening: {
      en: 'A join pairs the rows of two lists by something they share.',
      ms: 'JOIN memadankan baris dua senarai melalui sesuatu yang dikongsi.',
    },
    slides: [
      {
        heading: 'Two lists, one shared column',
        figure: drawing(1120, 400, [
          label(190, 34, 'orders', { tone: 'dim' }),
          label(930, 34, 'customers', { tone: 'dim' }),
          box(40, 60, 300, 74, '101 · Kedai Lim'),
          box(40, 170, 300, 74, '102 · Kedai Lim'),
          box(40, 280, 300, 74, '103 · Warung Siti'),
          box(780, 90, 300, 74, 'Kedai Lim', { sub: 'Ipoh', size: 25 }),
          box(780, 240, 300, 74, 'Warung Siti', { sub: 'Muar', size: 25 }),
          stroke('M345 97C560 97 560 127 775 127', { tone: 'ice', at: 1 }),
          stroke('M345 207C560 207 560 127 775 127', { tone: 'ice', at: 1 }),
          stroke('M345 317C560 317 560 277 775 277', { tone: 'ice', at: 2 }),
        ]),
        says: [
          {
            en: 'On the left are orders, on the right customers. Both know the name.',
            ms: 'Di kiri pesanan, di kanan pelanggan. Kedua-duanya ada nama.',
          },
          {
            en: 'Draw a line wherever the names agree. Kedai Lim has two orders, so two lines.',
            ms: 'Lukis garisan di mana nama sepadan. Kedai Lim ada dua pesanan, jadi dua garisan.',
          },
          {
            en: 'Every line becomes one row of the answer: here, three.',
            ms: 'Setiap garisan menjadi satu baris jawapan: di sini, tiga.',
          },
        ],
      },
      {
        heading: 'The join that doubles the money',
        figure: table({
          head: ['order', 'total', 'driver'],
          rows: [
            ['101', 'RM 80', 'Kumar'],
            ['102', 'RM 50', 'Kumar'],
            ['102', { text: 'RM 50', tone: 'ember', marks: [1, 2] }, 'Salleh'],
          ],
          rowMarks: [undefined, [0], [0]],
          numeric: [1],
        }),
        says: [
          {
            en: 'Now join deliveries. Order one hundred and two took two drivers, so it appears twice.',
            ms: 'Sekarang gabungkan penghantaran. Pesanan 102 ada dua pemandu, jadi ia muncul dua kali.',
          },
          {
            en: 'Add up the totals, and you have invented RM 50.',
            ms: 'Jumlahkan, dan anda telah mereka RM 50 yang tidak wujud.',
          },
          {
            en: 'So before you sum, count: did the join make more rows than there are orders?',
            ms: 'Jadi sebelum menjumlah, kira: adakah JOIN menghasilkan lebih banyak baris daripada pesanan?',
          },
        ],
      },
    ],
  },
  {
    key: 'sql-group',
    title: 'Grouping answers “how many”',
    course,
    voice,
    opening: {
      en: 'When the question says “per” or “each”, you need groups.',
      ms: 'Apabila soalan menyebut “setiap”, anda perlukan kumpulan.',
    },
    slides: [
      {
        heading: 'How many did each outlet sell?',
        figure: beside(
          sales([[0], [0]]),
          table({
            head: ['outlet', 'total'],
            rows: [
              ['Ipoh', '60'],
              ['Muar', '35'],
              ['Melaka', '60'],
            ],
            rowAt: [1, 2, 2],
            numeric: [1],
          }),
        ),
        says: [
          {
            en: 'Put the rows of one outlet on one pile. Ipoh has two rows.',
            ms: 'Letakkan baris satu cawangan dalam satu longgokan. Ipoh ada dua baris.',
          },
          {
            en: 'Add the pile: forty-two and eighteen make sixty.',
            ms: 'Jumlahkan longgokan: empat puluh dua campur lapan belas ialah enam puluh.',
          },
          { en: 'Each pile becomes exactly one row.', ms: 'Setiap longgokan menjadi tepat satu baris.' },
        ],
      },
      {
        heading: 'In SQL',
        figure: code([
          'SELECT   outlet, SUM(sold) AS total',
          'FROM     sales',
          { text: 'GROUP BY outlet', marks: [0] },
          { text: 'HAVING   SUM(sold) > 40', at: 1, marks: [1] },
          { text: 'ORDER BY total', at: 2, marks: [2] },
        ]),
        says: [
          { en: 'GROUP BY names the pile.', ms: 'GROUP BY menamakan longgokan.' },
          {
            en: 'HAVING asks a question of each pile, after the adding.',
            ms: 'HAVING bertanya kepada setiap longgokan, selepas dijumlahkan.',
          },
          {
            en: 'ORDER BY comes last, and only arranges what is left.',
            ms: 'ORDER BY datang terakhir, dan hanya menyusun apa yang tinggal.',
          },
        ],
      },
      {
        heading: 'Never average averages',
        figure: bars([
          { label: 'Ipoh, 900 sales', part: 0.3, text: 'RM 6.00', at: 0 },
          { label: 'Muar, 100 sales', part: 0.6, text: 'RM 12.00', at: 0 },
          { label: 'Both, truly', part: 0.33, text: 'RM 6.60', tone: 'leaf', at: 1 },
        ]),
        says: [
          {
            en: 'Ipoh averages RM 6 over nine hundred sales, Muar RM 12 over one hundred.',
            ms: 'Purata Ipoh RM 6 bagi sembilan ratus jualan, Muar RM 12 bagi seratus.',
          },
          {
            en: 'The true average is not nine. It is RM 6.60, because Ipoh has more sales.',
            ms: 'Purata sebenar bukan sembilan, tetapi RM 6.60, kerana Ipoh lebih banyak jualan.',
          },
        ],
      },
    ],
  },
  {
    key: 'sql-window',
    title: 'Window functions keep the row',
    course,
    voice,
    opening: {
      en: 'Grouping folds rows together. A window looks at them and leaves them where they are.',
      ms: 'GROUP BY melipat baris. Tetingkap hanya melihat dan membiarkannya di tempat asal.',
    },
    slides: [
      {
        heading: 'This week beside last week',
        figure: table({
          head: ['week', 'loaves', 'last week', 'change'],
          rows: [
            ['1', '210', { text: '—', tone: 'dim', at: 1 }, { text: '', at: 2 }],
            ['2', '240', { text: '210', at: 1 }, { text: '+30', tone: 'leaf', at: 2 }],
            ['3', '225', { text: '240', at: 1 }, { text: '−15', tone: 'rust', at: 2 }],
            ['4', '260', { text: '225', at: 1 }, { text: '+35', tone: 'leaf', at: 2 }],
          ],
          numeric: [1, 2, 3],
        }),
        says: [
          { en: 'Here are four weeks of loaves from Melaka.', ms: 'Ini jualan roti empat minggu di Melaka.' },
          {
            en: 'We want last week’s number on the same row.',
            ms: 'Kita mahu angka minggu lepas pada baris yang sama.',
          },
          { en: 'Then the change is a simple subtraction.', ms: 'Kemudian perubahan ialah tolakan biasa.' },
        ],
      },
      {
        heading: 'LAG looks one row back',
        figure: code([
          'SELECT week, loaves,',
          { text: '       LAG(loaves) OVER (', marks: [0] },
          { text: '         PARTITION BY outlet', at: 2, marks: [2] },
          { text: '         ORDER BY week', marks: [1] },
          '       ) AS last_week',
          'FROM   weekly',
        ]),
        says: [
          {
            en: 'LAG takes a value from the row before.',
            ms: 'LAG mengambil nilai daripada baris sebelumnya.',
          },
          {
            en: 'ORDER BY, inside the brackets, says what before means.',
            ms: 'ORDER BY di dalam kurungan menentukan maksud “sebelum”.',
          },
          {
            en: 'PARTITION BY starts afresh for each outlet, so that Melaka is never compared with Ipoh.',
            ms: 'PARTITION BY bermula semula bagi setiap cawangan, supaya Melaka tidak dibanding dengan Ipoh.',
          },
        ],
      },
    ],
  },
]
