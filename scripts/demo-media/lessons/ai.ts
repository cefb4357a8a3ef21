import {
  bars,
  box,
  code,
  compare,
  dot,
  drawing,
  label,
  plot,
  points,
  statement,
  stroke,
  table,
} from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

export const aiLessons: Lesson[] = [
  {
    key: 'ml-split',
    title: 'Train, test, and never peek',
    course: 'Practical Machine Learning',
    voice: voices.kavitha,
    opening: { en: 'A model that has seen the exam tells you nothing about the next one.' },
    slides: [
      {
        heading: 'Split by time, not by luck',
        figure: drawing(1120, 330, [
          box(20, 60, 640, 100, 'train', { sub: 'January to August', tone: 'ice', at: 0 }),
          box(680, 60, 200, 100, 'tune', { sub: 'September', tone: 'text', at: 1 }),
          box(900, 60, 200, 100, 'test', { sub: 'October', tone: 'leaf', at: 2 }),
          stroke('M20 220H1100', { at: 0 }),
          label(20, 262, 'older bookings', { anchor: 'start', tone: 'dim' }),
          label(1100, 262, 'newer', { anchor: 'end', tone: 'dim' }),
        ]),
        says: [
          { en: 'We learn from the clinic’s bookings of January to August.' },
          { en: 'September helps us to choose between models.' },
          { en: 'October stays locked away until the very end. We open it once.' },
        ],
      },
      {
        heading: 'Three ways to peek by accident',
        figure: points([
          { text: 'The same patient in train and test', at: 0 },
          { text: 'A column filled in afterwards', sub: '“reason for absence” is known too late', at: 1 },
          { text: 'Averages computed over all the data', at: 2 },
        ]),
        says: [
          { en: 'If one patient is in both parts, the model may simply remember her.' },
          { en: 'If a column is filled in after the visit, it gives the answer away.' },
          { en: 'If you scale with averages of all months, October has leaked into January.' },
        ],
      },
      {
        heading: 'And the baseline',
        figure: statement(
          '“Everyone shows up” is right 83 % of the time.',
          'A model must beat that, and catch someone who does not.',
        ),
        says: [
          {
            en: 'Finally, compare with the dullest rule there is: everybody shows up. It is right in eighty-three of a hundred cases.',
          },
        ],
      },
    ],
  },
  {
    key: 'ml-confusion',
    title: 'Reading a confusion matrix',
    course: 'Practical Machine Learning',
    voice: voices.kavitha,
    opening: { en: 'Four numbers, and two quite different mistakes.' },
    slides: [
      {
        heading: 'What the model said, and what happened',
        figure: drawing(1120, 400, [
          label(520, 40, 'said: will come', { tone: 'dim' }),
          label(800, 40, 'said: will miss', { tone: 'dim' }),
          label(360, 140, 'came', { tone: 'dim', anchor: 'end' }),
          label(360, 310, 'missed', { tone: 'dim', anchor: 'end' }),
          box(390, 60, 260, 150, '780', { tone: 'ice', solid: true, size: 44, at: 0 }),
          box(670, 60, 260, 150, '50', { size: 44, at: 1, marks: [1], tone: 'ember' }),
          box(390, 230, 260, 150, '70', { size: 44, at: 2, marks: [2], tone: 'rust' }),
          box(670, 230, 260, 150, '100', { tone: 'ice', solid: true, size: 44, at: 0 }),
        ]),
        says: [
          { en: 'On the diagonal the model was right: seven hundred and eighty came, one hundred missed.' },
          { en: 'Fifty people were called for nothing. They were coming anyway.' },
          { en: 'Seventy missed their visit, and we did not see it.' },
        ],
      },
      {
        heading: 'Two questions, two answers',
        figure: compare([
          {
            title: 'Precision',
            lines: ['Of those we called,', 'how many would have missed?', '100 of 150 = 67 %'],
            tone: 'ice',
            at: 0,
          },
          {
            title: 'Recall',
            lines: ['Of those who missed,', 'how many did we catch?', '100 of 170 = 59 %'],
            tone: 'leaf',
            at: 1,
          },
        ]),
        says: [
          { en: 'Precision: of those we called, two in three would have missed.' },
          { en: 'Recall: of those who missed, we caught fifty-nine in a hundred.' },
          { en: 'Which matters more depends on the cost. A call is cheap; an empty chair is not.' },
        ],
      },
    ],
  },
  {
    key: 'eval-test-set',
    title: 'Build the test set first',
    course: 'Evaluating Language Models',
    voice: voices.kavitha,
    opening: { en: 'Before you choose a model, decide what would convince you.' },
    slides: [
      {
        heading: 'Fifty cases from life',
        figure: table({
          head: ['what the customer wrote', 'a good answer must'],
          rows: [
            ['Parcel where ah? Five days already', 'ask for the order number'],
            ['Boleh tukar saiz tak?', 'answer in Malay, name 14 days'],
            ['Refund me or I post everywhere', 'stay calm, promise nothing'],
          ],
          rowAt: [0, 1, 2],
        }),
        says: [
          { en: 'Take real messages, with names removed. Keep the spelling.' },
          { en: 'Beside each one, write what a good answer must contain.' },
          { en: 'Include the angry, the rare and the risky, not only the easy.' },
        ],
      },
      {
        heading: 'Then count',
        figure: bars([
          { label: 'saved replies', part: 0.62, text: '31 of 50', tone: 'text', at: 0 },
          { label: 'model A', part: 0.76, text: '38 of 50', at: 1 },
          { label: 'model B', part: 0.8, text: '40 of 50', at: 1 },
        ]),
        says: [
          { en: 'Start with what you have today. Your saved replies pass thirty-one of fifty.' },
          { en: 'Both models do better. Between them are two cases, which is well within luck.' },
          { en: 'So choose by price, by speed, and by which mistakes you can live with.' },
        ],
      },
    ],
  },
  {
    key: 'nn-neuron',
    title: 'One neuron, by hand',
    course: 'A Neural Network by Hand',
    voice: voices.kavitha,
    opening: { en: 'A neuron multiplies, adds and bends. That is all.' },
    slides: [
      {
        heading: 'Is this mango ripe?',
        figure: drawing(1120, 400, [
          box(20, 50, 250, 96, 'softness', { sub: '0.8', at: 0 }),
          box(20, 230, 250, 96, 'yellow', { sub: '0.5', at: 0 }),
          stroke('M276 98C420 98 420 190 556 190', { at: 1, tone: 'ice' }),
          stroke('M276 278C420 278 420 200 556 200', { at: 1, tone: 'ice' }),
          label(420, 96, '× 2', { at: 1, tone: 'ice' }),
          label(420, 316, '× 1', { at: 1, tone: 'ice' }),
          dot(610, 195, 52, { tone: 'ice', at: 1 }),
          label(610, 310, 'bias −1.2', { tone: 'dim', at: 2 }),
          stroke('M664 195H820', { at: 2 }),
          box(826, 145, 260, 100, '0.9', { sub: '1.6 + 0.5 − 1.2', at: 2, tone: 'leaf', size: 30 }),
        ]),
        says: [
          { en: 'We measure a mango twice: how soft, and how yellow, from zero to one.' },
          { en: 'Each measure has a weight. Softness counts double.' },
          { en: 'Multiply, add, and take away the bias: zero point nine.' },
        ],
      },
      {
        heading: 'Then the bend',
        figure: plot({
          height: 380,
          lines: [
            {
              points: Array.from({ length: 41 }, (_, index): [number, number] => {
                const z = -4 + index * 0.2
                return [(z + 4) / 8, 1 / (1 + Math.exp(-z))]
              }),
              at: 0,
            },
          ],
          dots: [{ x: 0.6125, y: 0.711, tone: 'leaf', at: 1 }],
          labels: [{ x: 0.76, y: 0.6, text: '0.9 becomes 71 %', tone: 'leaf', at: 1 }],
          xAxis: 'the sum',
          yAxis: 'ripe, in per cent',
        }),
        says: [
          { en: 'A curve squeezes any sum into the space between no and yes.' },
          { en: 'Zero point nine becomes seventy-one per cent ripe.' },
          { en: 'Three numbers decided it: two weights and a bias. Training means finding better ones.' },
        ],
      },
    ],
  },
  {
    key: 'nn-descent',
    title: 'Downhill, one step at a time',
    course: 'A Neural Network by Hand',
    voice: voices.kavitha,
    opening: { en: 'Training is walking downhill in fog.' },
    slides: [
      {
        heading: 'Error, for each choice of weight',
        figure: plot({
          lines: [
            {
              points: Array.from({ length: 41 }, (_, index): [number, number] => {
                const x = index / 40
                return [x, 0.06 + 2.8 * (x - 0.55) ** 2]
              }),
              tone: 'text',
            },
          ],
          dots: [
            { x: 0.05, y: 0.76, tone: 'ice', at: 0 },
            { x: 0.25, y: 0.312, tone: 'ice', at: 1 },
            { x: 0.37, y: 0.151, tone: 'ice', at: 2 },
            { x: 0.44, y: 0.094, tone: 'ice', at: 2 },
            { x: 0.5, y: 0.067, tone: 'leaf', at: 2 },
          ],
          xAxis: 'weight',
          yAxis: 'error',
        }),
        says: [
          { en: 'You stand on a hillside. The height is the error, and you cannot see far.' },
          { en: 'But you feel the slope under your feet. Step the other way.' },
          { en: 'Feel again, step again. Where the ground is flatter, the steps become shorter.' },
        ],
      },
      {
        heading: 'The step size',
        figure: compare([
          { title: 'Too small', lines: ['it arrives', 'next year'], tone: 'ember', at: 0 },
          { title: 'Too large', lines: ['it leaps over the valley', 'and climbs'], tone: 'rust', at: 1 },
          { title: 'About right', lines: ['the error falls', 'and settles'], tone: 'leaf', at: 2 },
        ]),
        says: [
          { en: 'If the step is too small, you are still walking tomorrow.' },
          { en: 'If it is too large, you jump across the valley and end up higher.' },
          { en: 'Watch the error, and choose the largest step that still settles.' },
        ],
      },
      {
        heading: 'All of training in one line',
        figure: code(['weight = weight - step * slope']),
        says: [{ en: 'That is the whole rule, repeated for every weight, many thousands of times.' }],
      },
    ],
  },
]
