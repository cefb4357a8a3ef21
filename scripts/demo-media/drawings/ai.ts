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
import type { Drawings } from '../lesson.ts'

export const aiDrawings: Drawings = {
  'ml-split': [
    drawing(1120, 330, [
      box(20, 60, 640, 100, 'train', { sub: 'January to August', tone: 'ice', at: 0 }),
      box(680, 60, 200, 100, 'tune', { sub: 'September', tone: 'text', at: 1 }),
      box(900, 60, 200, 100, 'test', { sub: 'October', tone: 'leaf', at: 2 }),
      stroke('M20 220H1100', { at: 0 }),
      label(20, 262, 'older bookings', { anchor: 'start', tone: 'dim' }),
      label(1100, 262, 'newer', { anchor: 'end', tone: 'dim' }),
    ]),
    points([
      { text: 'The same patient in train and test', at: 0 },
      { text: 'A column filled in afterwards', sub: '“reason for absence” is known too late', at: 1 },
      { text: 'Averages computed over all the data', at: 2 },
    ]),
    statement(
      '“Everyone shows up” is right 83 % of the time.',
      'A model must beat that, and catch someone who does not.',
    ),
  ],
  'ml-confusion': [
    drawing(1120, 400, [
      label(520, 40, 'said: will come', { tone: 'dim' }),
      label(800, 40, 'said: will miss', { tone: 'dim' }),
      label(360, 140, 'came', { tone: 'dim', anchor: 'end' }),
      label(360, 310, 'missed', { tone: 'dim', anchor: 'end' }),
      box(390, 60, 260, 150, '780', { tone: 'ice', solid: true, size: 44, at: 0 }),
      box(670, 60, 260, 150, '50', { size: 44, at: 1, marks: [1], tone: 'ember' }),
      box(390, 230, 260, 150, '70', { size: 44, at: 2, marks: [2], tone: 'rust' }),
      box(670, 230, 260, 150, '100', { tone: 'ice', solid: true, size: 44, at: 0 }),
    ]),
    compare([
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
  ],
  'eval-test-set': [
    table({
      head: ['what the customer wrote', 'a good answer must'],
      rows: [
        ['Parcel where ah? Five days already', 'ask for the order number'],
        ['Boleh tukar saiz tak?', 'answer in Malay, name 14 days'],
        ['Refund me or I post everywhere', 'stay calm, promise nothing'],
      ],
      rowAt: [0, 1, 2],
    }),
    bars([
      { label: 'saved replies', part: 0.62, text: '31 of 50', tone: 'text', at: 0 },
      { label: 'model A', part: 0.76, text: '38 of 50', at: 1 },
      { label: 'model B', part: 0.8, text: '40 of 50', at: 1 },
    ]),
  ],
  'nn-neuron': [
    drawing(1120, 400, [
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
    plot({
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
  ],
  'nn-descent': [
    plot({
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
    compare([
      { title: 'Too small', lines: ['it arrives', 'next year'], tone: 'ember', at: 0 },
      { title: 'Too large', lines: ['it leaps over the valley', 'and climbs'], tone: 'rust', at: 1 },
      { title: 'About right', lines: ['the error falls', 'and settles'], tone: 'leaf', at: 2 },
    ]),
    code(['weight = weight - step * slope']),
  ],
}
