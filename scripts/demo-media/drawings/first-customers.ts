import { bars, compare, flow, plot, points, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

/** The figures are those of the course's running case, Lina's lunch boxes. */
export const firstCustomerDrawings: Drawings = {
  'ten-group': [
    table({
      head: ['group', 'people', 'ten of them this week?'],
      rows: [
        ['everybody who eats', 'no list', { text: 'no', tone: 'rust' }],
        ['office workers in Cheras', 'thousands', { text: 'hardly', tone: 'ember' }],
        ['counter staff in one row of shops', 'about 40', { text: 'yes', tone: 'leaf' }],
      ],
      rowAt: [0, 1, 2],
      widths: [48, 20, 32],
    }),
    compare([
      {
        title: 'A problem',
        lines: ['lunch at three o’clock', 'happened on Tuesday', 'cost RM 17, or a headache'],
        tone: 'leaf',
        at: 0,
      },
      {
        title: 'A topic',
        lines: ['healthy food', 'no day', 'no cost'],
        tone: 'rust',
        at: 2,
      },
    ]),
    points([
      { text: 'Who, where, what happens, how often', at: 0 },
      { text: 'Counter staff in our row miss lunch', sub: 'at least once a week', at: 1 },
      { text: 'Three names, by Friday', at: 2 },
    ]),
  ],
  'ten-offer': [
    table({
      head: ['line', 'Lina’s page'],
      rows: [
        ['for whom', 'counter staff in our row'],
        ['what', 'five hot lunch boxes a week'],
        ['when', 'at your counter by 12.15'],
        ['price', 'RM 60 a week, paid before'],
        ['promise', 'after 12.30 the box is free'],
        ['next step', 'reply YES by Friday, 5 pm'],
      ],
      rowAt: [0, 0, 1, 1, 2, 2],
      widths: [30, 70],
    }),
    bars([
      { label: 'left from ten', part: 1, text: 'RM 240', tone: 'leaf', at: 0 },
      { label: 'one late a week', part: 12 / 240, text: 'RM 12', tone: 'ember', at: 1 },
      { label: 'one late a day', part: 60 / 240, text: 'RM 60', tone: 'rust', at: 2 },
    ]),
    points([
      { text: 'Read it aloud to one person', at: 0 },
      { text: 'What, when, how much?', sub: 'let them say it back', at: 1 },
      { text: 'Change the page', at: 2 },
    ]),
  ],
  'ten-sale': [
    table({
      head: ['one customer, one week', 'RM'],
      rows: [
        ['price, 5 × 12.00', '60.00'],
        ['ingredients, 5 × 5.20', '26.00'],
        ['packaging, 5 × 0.80', '4.00'],
        ['delivery, 5 × 1.20', '6.00'],
        [
          { text: 'left: 40 % of the price', tone: 'leaf' },
          { text: '24.00', tone: 'leaf' },
        ],
      ],
      rowAt: [0, 1, 1, 1, 2],
      numeric: [1],
    }),
    table({
      head: ['customers', 'left from sales, RM', 'fixed costs, RM', 'remains, RM'],
      rows: [
        ['2', '48', '96', { text: '−48', tone: 'rust' }],
        ['4', '96', '96', { text: '0', tone: 'ember' }],
        ['7', '168', '96', { text: '72', tone: 'leaf' }],
        ['10', '240', '96', { text: '144', tone: 'leaf' }],
      ],
      rowAt: [0, 1, 2, 2],
      numeric: [0, 1, 2, 3],
    }),
    compare([
      { title: 'RM 60', lines: ['60 − 36 = RM 24', '10 customers leave RM 240'], tone: 'leaf' },
      {
        title: 'RM 54',
        lines: ['54 − 36 = RM 18', '13 customers leave RM 234', '14 customers leave RM 252'],
        tone: 'rust',
        at: 0,
      },
    ]),
  ],
  'ten-cost': [
    table({
      head: ['to win ten customers', 'RM'],
      rows: [
        ['cash', '140'],
        ['20 hours × RM 10', '200'],
        ['together', '340'],
        [
          { text: 'for each, 340 ÷ 10', tone: 'ember' },
          { text: '34', tone: 'ember' },
        ],
      ],
      rowAt: [0, 1, 1, 2],
      numeric: [1],
    }),
    bars([
      { label: 'introductions', part: 0.16, text: 'RM 16', tone: 'leaf', at: 0 },
      { label: 'WhatsApp', part: 0.2, text: 'RM 20', at: 1 },
      { label: 'committee', part: 0.2, text: 'RM 20', at: 1 },
      { label: 'market', part: 1, text: 'RM 100', tone: 'rust', at: 2 },
    ]),
    plot({
      lines: [
        {
          points: [
            [0, 0],
            [1, 1],
          ],
          tone: 'leaf',
          at: 0,
        },
        {
          points: [
            [0, 34 / 144],
            [1, 34 / 144],
          ],
          tone: 'ice',
          at: 0,
          dashed: true,
        },
        {
          points: [
            [0, 100 / 144],
            [1, 100 / 144],
          ],
          tone: 'rust',
          at: 1,
          dashed: true,
        },
      ],
      dots: [
        { x: 2 / 6, y: 48 / 144, tone: 'leaf', at: 0 },
        { x: 5 / 6, y: 120 / 144, tone: 'leaf', at: 1 },
      ],
      labels: [
        { x: 0.25, y: 0.41, text: 'week 2', at: 0 },
        { x: 0.76, y: 0.88, text: 'week 5', at: 1 },
        { x: 0.9, y: 0.13, text: 'cost RM 34', tone: 'ice', at: 0 },
        { x: 0.1, y: 0.74, text: 'cost RM 100', tone: 'rust', at: 1 },
      ],
      xAxis: 'weeks, RM 24 each',
      yAxis: 'what one customer has left, RM',
    }),
  ],
  'ten-where': [
    table({
      head: ['place', 'how to begin'],
      rows: [
        ['people you know', '“Who do you know who …?”'],
        ['WhatsApp', 'one by one; in groups, ask the admin'],
        ['associations', 'ask the secretary'],
        ['weekend market', 'one table, one tasting'],
      ],
      rowAt: [0, 1, 2, 3],
      widths: [35, 65],
    }),
    bars([
      { label: 'introductions', part: 0.5, text: '5 of 10', tone: 'leaf', at: 0 },
      { label: 'WhatsApp', part: 0.25, text: '2 of 8', at: 0 },
      { label: 'committee', part: 0.5, text: '1 of 2', at: 0 },
      { label: 'market', part: 0.2, text: '2 of 10', tone: 'rust', at: 1 },
    ]),
    points([
      { text: 'Thirty names', sub: 'twelve are enough to begin', at: 0 },
      { text: 'Three introductions, today', at: 1 },
      { text: 'Fees and licences', sub: 'ask before you carry the table', at: 2 },
    ]),
  ],
  'ten-objections': [
    flow([
      { text: 'offer', sub: 'day 0', at: 0 },
      { text: 'reminder', sub: 'day 2, with news', at: 0 },
      { text: 'last message', sub: 'day 7', at: 1 },
      { text: 'closed', sub: 'no more', at: 2, tone: 'rust' },
    ]),
    table({
      head: ['they say', 'you ask or do'],
      rows: [
        ['“Too expensive.”', '“Compared with what?”'],
        ['“I shall think about it.”', '“What would you like to know first?”'],
        ['“I am away two days.”', 'offer three boxes'],
      ],
      rowAt: [0, 1, 2],
      widths: [42, 58],
    }),
    compare([
      {
        title: 'Cheaper',
        lines: ['5 boxes for RM 54', '54 − 5 × 7.20', 'leaves RM 18.00'],
        tone: 'rust',
        at: 0,
      },
      {
        title: 'Smaller',
        lines: ['3 boxes for RM 39', '39 − 3 × 7.20', 'leaves RM 17.40'],
        tone: 'leaf',
        at: 1,
      },
    ]),
  ],
  'ten-deliver': [
    flow([
      { text: 'day 1', sub: 'early, in person', at: 0 },
      { text: 'day 3', sub: 'what was different?', at: 1 },
      { text: 'day 5', sub: 'next week, payment', at: 2, tone: 'leaf' },
    ]),
    points([
      { text: 'After the second payment', at: 0 },
      { text: 'Before, now, and who else?', at: 1 },
      { text: 'Their words, with permission', sub: 'never written by you, never paid for', at: 2 },
    ]),
    points([
      { text: '“I am 20 minutes late.”', sub: 'before they ask', at: 0 },
      { text: '“Today’s box is free.”', sub: 'without discussion', at: 1 },
      { text: '“From Monday I leave at 11.30.”', sub: 'the cause, changed', at: 2 },
    ]),
  ],
  'ten-decide': [
    table({
      head: ['gate', 'rule, written before', 'Lina'],
      rows: [
        ['they pay again', '6 of 10 or more', { text: '7 of 10', tone: 'leaf' }],
        ['costs are covered', 'RM 0 or more', { text: '168 − 96 = RM 72', tone: 'leaf' }],
        ['the work is paid', 'RM 10 an hour', { text: '72 ÷ 12 = RM 6', tone: 'rust' }],
      ],
      rowAt: [0, 1, 2],
      widths: [32, 35, 33],
    }),
    table({
      head: ['customers', 'hours', 'RM an hour at 60', 'RM an hour at 65'],
      rows: [
        ['7', '12', '6.00', '8.92'],
        ['8', '13', '7.38', { text: '10.46', tone: 'leaf', marks: [2] }],
        ['10', '15', '9.60', '12.93'],
        ['11', '16', { text: '10.50', tone: 'leaf', marks: [1] }, '13.94'],
      ],
      numeric: [0, 1, 2, 3],
    }),
    compare([
      { title: 'Continue', lines: ['all three gates are open'], tone: 'leaf', at: 0 },
      {
        title: 'Change',
        lines: ['people pay again,', 'but a sum fails:', 'one thing at a time'],
        tone: 'ember',
        at: 0,
      },
      { title: 'Stop', lines: ['they do not pay again:', 'back to talking'], tone: 'rust', at: 1 },
    ]),
  ],
}
