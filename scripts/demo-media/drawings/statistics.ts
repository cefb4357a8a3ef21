import { bars, beside, box, compare, drawing, label, plot, points, statement, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

const quarters: [number, number][] = [
  0.22, 0.26, 0.25, 0.52, 0.3, 0.33, 0.32, 0.36, 0.35, 0.4, 0.38, 0.62, 0.42, 0.46, 0.44, 0.72,
].map((y, index) => [0.03 + index * 0.062, y])

export const statisticsDrawings: Drawings = {
  'stats-middle': [
    bars([
      { label: 'House 1', part: 0.02, text: 'RM 40,000' },
      { label: 'House 2', part: 0.025, text: 'RM 50,000' },
      { label: 'House 3', part: 0.03, text: 'RM 60,000', tone: 'leaf' },
      { label: 'House 4', part: 0.035, text: 'RM 70,000' },
      { label: 'House 5', part: 0.9, text: 'RM 1,780,000', tone: 'ember' },
    ]),
    compare([
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
  ],
  'stats-sample': [
    bars([
      { label: '100 people', part: 0.98, text: '± 10 points', at: 0 },
      { label: '400 people', part: 0.49, text: '± 5 points', at: 1 },
      { label: '1,000 people', part: 0.31, text: '± 3 points', at: 1 },
      { label: '10,000 people', part: 0.098, text: '± 1 point', at: 2 },
    ]),
    statement('margin ≈ 1 ÷ √ people', '1 ÷ √400 = 1 ÷ 20 = 5 points. Good enough for the kopitiam.'),
    points([
      { text: 'Who could not be asked?', sub: 'no phone, no time, at work', at: 0 },
      { text: 'Who answers for fun?', sub: 'an open web poll is not a spoon', at: 1 },
    ]),
  ],
  'fc-season': [
    plot({
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
    points([
      { text: 'Trend: where is it going?', at: 0 },
      { text: 'Season: what comes back each year?', at: 0 },
      { text: 'Remainder: what needs a story?', at: 0 },
    ]),
  ],
  'fc-baseline': [
    table({
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
    plot({
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
  ],
  'retail-basket': [
    drawing(1120, 390, [
      box(40, 40, 1040, 80, '100 baskets', { tone: 'dim' }),
      box(40, 150, 300, 80, '30 with noodles', { tone: 'ice', at: 0 }),
      box(380, 150, 400, 80, '40 with eggs', { tone: 'leaf', at: 0 }),
      box(40, 260, 240, 100, '24 with both', { tone: 'text', at: 1, marks: [1] }),
      label(330, 305, 'by chance we would expect 40 % of 30', { anchor: 'start', tone: 'dim', at: 2 }),
      label(330, 345, '= 12', { anchor: 'start', at: 2, bold: true }),
    ]),
    beside(
      statement('24 ÷ 12 = 2', 'twice as often as by chance', 0),
      points([
        { text: 'above 1: they go together', at: 1 },
        { text: 'about 1: no connection', at: 1 },
        { text: 'below 1: one replaces the other', at: 1 },
      ]),
      40,
    ),
  ],
}
