import { bars, beside, box, compare, drawing, label, plot, points, statement, table } from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

const statistics = 'Statistics You Can Say Out Loud'
const forecasting = 'Forecasting with Time Series'

const quarters: [number, number][] = [
  0.22, 0.26, 0.25, 0.52, 0.3, 0.33, 0.32, 0.36, 0.35, 0.4, 0.38, 0.62, 0.42, 0.46, 0.44, 0.72,
].map((y, index) => [0.03 + index * 0.062, y])

export const statisticsLessons: Lesson[] = [
  {
    key: 'stats-middle',
    title: 'Mean, median and the rich neighbour',
    course: statistics,
    voice: voices.priya,
    opening: {
      en: 'The average income on our street is RM 400,000. Nobody here feels rich.',
      ms: 'Purata pendapatan di jalan kami RM 400,000. Tiada siapa di sini rasa kaya.',
    },
    slides: [
      {
        heading: 'Five houses, one year',
        figure: bars([
          { label: 'House 1', part: 0.02, text: 'RM 40,000' },
          { label: 'House 2', part: 0.025, text: 'RM 50,000' },
          { label: 'House 3', part: 0.03, text: 'RM 60,000', tone: 'leaf' },
          { label: 'House 4', part: 0.035, text: 'RM 70,000' },
          { label: 'House 5', part: 0.9, text: 'RM 1,780,000', tone: 'ember' },
        ]),
        says: [
          {
            en: 'Four of the five houses earn between forty and seventy thousand. One earns nearly two million.',
            ms: 'Empat daripada lima rumah berpendapatan empat puluh hingga tujuh puluh ribu. Satu hampir dua juta.',
          },
          {
            en: 'Add them all and divide by five: the mean is four hundred thousand.',
            ms: 'Jumlahkan dan bahagi lima: min ialah empat ratus ribu.',
          },
          {
            en: 'Line them up and take the middle one: the median is sixty thousand.',
            ms: 'Susun dan ambil yang tengah: median ialah enam puluh ribu.',
          },
        ],
      },
      {
        heading: 'Which average answers the question?',
        figure: compare([
          {
            title: 'Mean',
            lines: ['What is everybody’s share', 'of the whole?', 'For totals: tax, stock, fuel'],
            tone: 'ice',
            at: 0,
          },
          {
            title: 'Median',
            lines: ['What does the one', 'in the middle have?', 'For people: pay, rent, waiting'],
            tone: 'leaf',
            at: 1,
          },
        ]),
        says: [
          { en: 'Use the mean when the total matters.', ms: 'Guna min apabila jumlah penting.' },
          {
            en: 'Use the median when you want to know how the person in the middle fares.',
            ms: 'Guna median apabila anda mahu tahu keadaan orang di tengah.',
          },
          {
            en: 'And when someone says average, ask which one.',
            ms: 'Dan apabila orang menyebut purata, tanya yang mana.',
          },
        ],
      },
    ],
  },
  {
    key: 'stats-sample',
    title: 'How many people is enough?',
    course: statistics,
    voice: voices.priya,
    opening: {
      en: 'To taste the soup you need one spoon, if the pot was stirred.',
      ms: 'Untuk merasa sup, satu sudu cukup, jika periuk sudah dikacau.',
    },
    slides: [
      {
        heading: 'The margin shrinks slowly',
        figure: bars([
          { label: '100 people', part: 0.98, text: '± 10 points', at: 0 },
          { label: '400 people', part: 0.49, text: '± 5 points', at: 1 },
          { label: '1,000 people', part: 0.31, text: '± 3 points', at: 1 },
          { label: '10,000 people', part: 0.098, text: '± 1 point', at: 2 },
        ]),
        says: [
          {
            en: 'Ask a hundred people a yes or no question, and the result may be ten points off.',
            ms: 'Tanya seratus orang soalan ya atau tidak, dan hasilnya boleh tersasar sepuluh mata.',
          },
          {
            en: 'Four times as many people only halve the margin.',
            ms: 'Empat kali lebih ramai hanya mengurangkan separuh ralat.',
          },
          {
            en: 'That is why most polls stop at about a thousand.',
            ms: 'Sebab itu kebanyakan tinjauan berhenti pada kira-kira seribu.',
          },
        ],
      },
      {
        heading: 'A rule for your head',
        figure: statement(
          'margin ≈ 1 ÷ √ people',
          '1 ÷ √400 = 1 ÷ 20 = 5 points. Good enough for the kopitiam.',
        ),
        says: [
          {
            en: 'Divide one by the square root of the number of people.',
            ms: 'Bahagi satu dengan punca kuasa dua bilangan orang.',
          },
          {
            en: 'For four hundred that is one twentieth: five points either way.',
            ms: 'Bagi empat ratus, itu satu per dua puluh: lima mata ke atas atau ke bawah.',
          },
        ],
      },
      {
        heading: 'Size does not cure a bad sample',
        figure: points([
          { text: 'Who could not be asked?', sub: 'no phone, no time, at work', at: 0 },
          { text: 'Who answers for fun?', sub: 'an open web poll is not a spoon', at: 1 },
        ]),
        says: [
          {
            en: 'But the pot must be stirred. Ask who had no chance to be asked.',
            ms: 'Tetapi periuk mesti dikacau. Tanya siapa yang tiada peluang ditanya.',
          },
          {
            en: 'Ten thousand clicks from one page tell you about that page.',
            ms: 'Sepuluh ribu klik dari satu laman hanya menerangkan laman itu.',
          },
        ],
      },
    ],
  },
  {
    key: 'fc-season',
    title: 'Trend, season, remainder',
    course: forecasting,
    voice: voices.priya,
    opening: { en: 'Before you forecast a line, take it apart.' },
    slides: [
      {
        heading: 'Four years of biscuit sales, by quarter',
        figure: plot({
          lines: [
            { points: quarters, tone: 'text' },
            {
              points: [
                [0.03, 0.26],
                [0.96, 0.54],
              ],
              tone: 'ice',
              at: 1,
              dashed: true,
            },
          ],
          dots: [3, 7, 11, 15].map((index) => ({
            x: quarters[index]?.[0] ?? 0,
            y: quarters[index]?.[1] ?? 0,
            tone: index === 7 ? 'ember' : 'leaf',
            at: index === 7 ? 3 : 2,
          })),
          labels: [{ x: 0.44, y: 0.56, text: 'what happened here?', tone: 'ember', at: 3 }],
          xAxis: 'quarter',
          yAxis: 'tins sold',
        }),
        says: [
          { en: 'This is a biscuit maker in Johor, quarter by quarter.' },
          { en: 'First the trend: on the whole the line climbs.' },
          { en: 'Then the season: the festive quarter stands out each year.' },
          {
            en: 'Except in the second year. What is left over asks a question, and the answer was a broken oven.',
          },
        ],
      },
      {
        heading: 'Say the three parts',
        figure: points([
          { text: 'Trend: where is it going?', at: 0 },
          { text: 'Season: what comes back each year?', at: 0 },
          { text: 'Remainder: what needs a story?', at: 0 },
        ]),
        says: [
          { en: 'Trend, season, remainder. If you can name all three, you are ready to forecast.' },
          { en: 'Mind the calendar: Hari Raya moves by about eleven days a year, so your season moves too.' },
        ],
      },
    ],
  },
  {
    key: 'fc-baseline',
    title: 'Beat the forecast that costs nothing',
    course: forecasting,
    voice: voices.priya,
    opening: { en: 'The cheapest forecast is: the same as last year. Beat that first.' },
    slides: [
      {
        heading: 'Two forecasts for four weeks',
        figure: table({
          head: ['week', 'sold', 'last year', 'clever model'],
          rows: [
            ['1', '200', '190', '225'],
            ['2', '240', '235', '210'],
            ['3', '260', '280', '270'],
            ['4', '220', '215', '245'],
            [
              'off by, on average',
              '',
              { text: '10', tone: 'leaf', at: 1 },
              { text: '22.5', tone: 'rust', at: 2 },
            ],
          ],
          rowAt: [undefined, undefined, undefined, undefined, 1],
          numeric: [1, 2, 3],
        }),
        says: [
          { en: 'Here are four weeks, with two forecasts beside the truth.' },
          { en: 'Last year’s number was off by ten loaves on average.' },
          { en: 'The clever model was off by twenty-two and a half. It has not earned its place.' },
        ],
      },
      {
        heading: 'Give a range, not a point',
        figure: plot({
          height: 360,
          lines: [
            {
              points: [
                [0.02, 0.3],
                [0.2, 0.42],
                [0.4, 0.38],
                [0.6, 0.5],
              ],
              tone: 'text',
            },
            {
              points: [
                [0.6, 0.5],
                [0.98, 0.62],
              ],
              tone: 'ice',
              at: 0,
            },
            {
              points: [
                [0.6, 0.5],
                [0.98, 0.85],
              ],
              tone: 'ice',
              dashed: true,
              at: 1,
            },
            {
              points: [
                [0.6, 0.5],
                [0.98, 0.4],
              ],
              tone: 'ice',
              dashed: true,
              at: 1,
            },
          ],
          labels: [{ x: 0.86, y: 0.22, text: '9 weeks in 10 end in here', tone: 'dim', at: 1 }],
          xAxis: 'weeks',
          yAxis: 'loaves',
        }),
        says: [
          { en: 'Then tell the buyer the number,' },
          { en: 'and the range in which nine weeks out of ten have ended.' },
          { en: 'The range is what they order by: too few loaves cost customers, too many go stale.' },
        ],
      },
    ],
  },
  {
    key: 'retail-basket',
    title: 'What sells with what',
    course: 'Retail Data Clinic: Cohort 4',
    voice: voices.daniel,
    opening: {
      en: 'Your till already knows what people buy together. Ask it.',
      ms: 'Mesin wang anda sudah tahu apa yang dibeli bersama. Tanyalah.',
    },
    slides: [
      {
        heading: 'One hundred baskets',
        figure: drawing(1120, 390, [
          box(40, 40, 1040, 80, '100 baskets', { tone: 'dim' }),
          box(40, 150, 300, 80, '30 with noodles', { tone: 'ice', at: 0 }),
          box(380, 150, 400, 80, '40 with eggs', { tone: 'leaf', at: 0 }),
          box(40, 260, 240, 100, '24 with both', { tone: 'text', at: 1, marks: [1] }),
          label(330, 305, 'by chance we would expect 40 % of 30', { anchor: 'start', tone: 'dim', at: 2 }),
          label(330, 345, '= 12', { anchor: 'start', at: 2, bold: true }),
        ]),
        says: [
          {
            en: 'Of a hundred baskets, thirty hold noodles and forty hold eggs.',
            ms: 'Daripada seratus bakul, tiga puluh ada mi dan empat puluh ada telur.',
          },
          {
            en: 'Twenty-four hold both. Is that many?',
            ms: 'Dua puluh empat ada kedua-duanya. Banyakkah itu?',
          },
          {
            en: 'If they had nothing to do with each other, we would expect twelve.',
            ms: 'Jika tiada kaitan, kita jangka dua belas.',
          },
        ],
      },
      {
        heading: 'Lift: seen ÷ expected',
        figure: beside(
          statement('24 ÷ 12 = 2', 'twice as often as by chance', 0),
          points([
            { text: 'above 1: they go together', at: 1 },
            { text: 'about 1: no connection', at: 1 },
            { text: 'below 1: one replaces the other', at: 1 },
          ]),
          40,
        ),
        says: [
          {
            en: 'Divide what you saw by what you expected. The lift is two.',
            ms: 'Bahagi yang dilihat dengan yang dijangka. Lift ialah dua.',
          },
          {
            en: 'Above one they belong together; below one, they compete.',
            ms: 'Lebih daripada satu, ia sepadan; kurang daripada satu, ia bersaing.',
          },
          {
            en: 'Before you move a shelf, check that the pair is more than a handful of baskets.',
            ms: 'Sebelum mengubah rak, pastikan pasangan itu lebih daripada segelintir bakul.',
          },
        ],
      },
    ],
  },
]
