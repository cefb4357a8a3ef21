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
import type { Drawings } from '../lesson.ts'

export const tradeDrawings: Drawings = {
  'study-method': [
    points([
      { text: 'Close the page and say it', sub: 'two sentences, aloud or on paper', at: 0 },
      { text: 'Come back tomorrow, then in a week', at: 1 },
      { text: 'Use it on something of your own', at: 2 },
    ]),
    drawing(1120, 380, [
      '<path class="axis" d="M20 30V320H1100"/>',
      stroke('M20 40C120 240 300 290 1080 304', { tone: 'rust', at: 0, width: 3.5 }),
      stroke('M20 40C60 110 110 140 160 150L160 48C240 100 360 120 460 128L460 46C620 80 860 96 1080 104', {
        tone: 'leaf',
        at: 1,
        width: 3.5,
      }),
      label(1080, 280, 'watched once', { anchor: 'end', tone: 'rust', at: 0 }),
      label(1080, 150, 'said again after a day and a week', { anchor: 'end', tone: 'leaf', at: 1 }),
      label(1100, 360, 'weeks', { anchor: 'end', tone: 'dim' }),
    ]),
    points([
      { text: 'Mark a lesson complete when you can say it', at: 0 },
      { text: 'Captions are under the CC button', sub: 'some lessons have them in Malay too', at: 1 },
    ]),
  ],
  'price-margin': [
    bars([
      { label: 'flour, eggs, gas', part: 0.35, text: 'RM 35', tone: 'text', at: 0 },
      { label: 'two hours of yours', part: 0.25, text: 'RM 25', tone: 'text', at: 0 },
      { label: 'price', part: 1, text: 'RM 100', tone: 'leaf', at: 1 },
    ]),
    compare([
      { title: 'Markup', lines: ['40 on top of cost 60', '40 ÷ 60 = 67 %'], tone: 'ember', at: 0 },
      { title: 'Margin', lines: ['40 out of price 100', '40 ÷ 100 = 40 %'], tone: 'leaf', at: 1 },
    ]),
    beside(
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
  ],
  'books-two-sides': [
    flow([
      { text: 'Cash', sub: '− RM 8', at: 0, tone: 'rust' },
      { text: 'Meals', sub: '+ RM 8', at: 0, tone: 'leaf' },
    ]),
    table({
      head: ['what happened', 'from', 'to', 'RM'],
      rows: [
        ['invoice to Hotel Aman', 'Sales', 'Owed to me', '1,200'],
        ['Hotel Aman pays', 'Owed to me', 'Bank', '1,200'],
        ['memory cards', 'Bank', 'Equipment', '180'],
      ],
      rowAt: [0, 1, 2],
      numeric: [3],
    }),
    points([
      { text: 'The two sides must be equal', sub: 'a slip shows at once', at: 0 },
      { text: 'You can see who still owes you', at: 1 },
      { text: 'Keep the papers for seven years', at: 2 },
    ]),
  ],
  'ten-conversations': [
    compare([
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
    points([
      { text: 'When did this last happen?', at: 0 },
      { text: 'What did you do about it?', at: 0 },
      { text: 'What did that cost you, in money or time?', at: 1 },
      { text: 'Who else should I talk to?', at: 2 },
    ]),
    statement('Praise is polite. A deposit is interest.', 'Time, a name or money: ask for one of them.'),
  ],
  'ads-promise': [
    statement(
      '“Quality service, affordable price, friendly staff.”',
      'Who says the opposite? Then it says nothing.',
      0,
    ),
    points([
      { text: 'Nadia, 27, two white uniforms', at: 0 },
      { text: 'works shifts, home at nine', at: 0 },
      { text: 'fear: a wet uniform at six in the morning', at: 1 },
    ]),
    statement('Drop it by 10 at night. Dry and pressed by 6.', 'Uniforms RM 4. Next to the LRT.', 0),
  ],
  'ads-test': [
    table({
      head: ['', 'poster A', 'poster B'],
      rows: [
        ['words', 'first try', { text: 'second try', tone: 'ice', marks: [0] }],
        ['price', 'RM 4', 'RM 4'],
        ['place', 'LRT, both sides', 'LRT, both sides'],
        ['days', 'odd dates', 'even dates'],
      ],
    }),
    bars([
      { label: 'poster A', part: 0.36, text: '18 calls', tone: 'text', at: 0 },
      { label: 'poster B', part: 0.66, text: '33 calls', tone: 'leaf', at: 0 },
    ]),
    statement(
      'A test you could not lose is not a test.',
      'Decide before you start which number will change your mind.',
    ),
  ],
  'local-facts': [
    flow([
      { text: 'Are you open?', sub: 'hours, holidays', at: 0 },
      { text: 'Where are you?', sub: 'the door, the parking', at: 1 },
      { text: 'Do you do it?', sub: 'services, prices from', at: 2 },
    ]),
    table({
      head: ['place', 'closes at'],
      rows: [
        ['on the door', '6 pm'],
        ['map listing', { text: '8 pm', tone: 'rust', marks: [0] }],
        ['social page', '6 pm'],
        ['delivery app', { text: 'closed', tone: 'rust', marks: [0] }],
      ],
    }),
  ],
  'email-subject': [
    table({
      head: ['subject', 'what the reader thinks'],
      rows: [
        ['Don’t miss this!!', { text: 'miss what?', tone: 'rust' }],
        ['March newsletter', { text: 'later', tone: 'ember' }],
        ['Your stall dates for Ramadan', { text: 'that is mine', tone: 'leaf' }],
      ],
      rowAt: [0, 1, 2],
    }),
    code(
      [
        'Subject: Your stall dates for Ramadan',
        '',
        { text: 'Hi Kak Ros,', at: 0 },
        { text: 'you have stall 14, from 3 to 27 March.', at: 0, marks: [0] },
        { text: 'Reply YES by Friday to keep it.', at: 1, marks: [1] },
      ],
      { tinted: false },
    ),
  ],
}
