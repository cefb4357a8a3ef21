import {
  bars,
  beside,
  box,
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

/** The fields of the clinic's form are in the order of the database, in two columns. */
const leftFields = ['PATIENT_NAME', 'IC_NO', 'ADDR1', 'ADDR2', 'POSTCODE', 'CITY', 'TEL']
const rightFields = [
  'EMAIL',
  'PANEL_CODE',
  'ALLERGY_FLAG',
  'ALLERGY_TEXT',
  'VISIT_REASON',
  'EMERG_NAME',
  'EMERG_TEL',
]

const field = (x: number, y: number, width: number, text: string, at?: number): string =>
  box(x, y, width, 54, '', { tone: 'dim', ...(at !== undefined && { at }) }) +
  label(x + 18, y + 36, text, { anchor: 'start', size: 24, ...(at !== undefined && { at }) })

const start = { anchor: 'start' } as const

/** Draws a text on its own background, to compare contrasts. */
const sample = (x: number, ink: string, ratio: string, tone: 'rust' | 'ember' | 'leaf', at: number): string =>
  `<g data-at="${at}"><rect x="${x}" y="30" width="330" height="120" rx="8" fill="#ffffff"/><text x="${x + 165}" y="103" font-size="36" text-anchor="middle" fill="${ink}">Opening hours</text></g>` +
  label(x + 165, 215, ratio, { tone, size: 40, at })

export const interfaceDesignDrawings: Drawings = {
  'ui-groups': [
    drawing(1120, 400, [
      ...leftFields.map((text, index) =>
        label(60, 44 + index * 52, text, { ...start, size: 28, tone: 'dim' }),
      ),
      ...rightFields.map((text, index) =>
        label(420, 44 + index * 52, text, { ...start, size: 28, tone: 'dim' }),
      ),
      label(760, 110, 'Who are you?', { ...start, size: 36, at: 1 }),
      label(760, 200, 'How do we reach you?', { ...start, size: 36, at: 1 }),
      label(760, 290, 'Why are you here?', { ...start, size: 36, at: 1 }),
    ]),
    compare([
      { title: 'Who?', lines: ['name', 'MyKad', 'allergies'], tone: 'ice', at: 1 },
      { title: 'How to reach?', lines: ['phone', 'address', 'emergency contact'], tone: 'ice', at: 1 },
      { title: 'Why today?', lines: ['reason for the visit', 'insurance card'], tone: 'ice', at: 1 },
    ]),
    drawing(1120, 450, [
      label(60, 44, 'Who are you?', { ...start, size: 34, bold: true, at: 0 }),
      field(60, 66, 460, 'Full name'),
      field(60, 132, 460, 'MyKad number'),
      field(60, 198, 460, 'Allergies, or none'),
      label(600, 44, 'How do we reach you?', { ...start, size: 34, bold: true, at: 0 }),
      field(600, 66, 460, 'Phone'),
      field(600, 132, 460, 'Address'),
      field(600, 198, 460, 'Emergency contact'),
      label(60, 316, 'Why are you here today?', { ...start, size: 34, bold: true, at: 0 }),
      field(60, 338, 460, 'Reason for the visit'),
      field(600, 338, 460, 'Insurance card, optional'),
    ]),
  ],
  'ui-levels': [
    drawing(1120, 380, [
      label(60, 70, 'KLINIK SEJATI', { ...start, size: 58, bold: true, tone: 'rust' }),
      label(60, 150, 'REGISTRATION FORM', { ...start, size: 52, bold: true, tone: 'rust' }),
      label(60, 220, 'FULL NAME:', { ...start, size: 42, bold: true, tone: 'rust' }),
      label(60, 280, 'MYKAD NUMBER:', { ...start, size: 42, bold: true, tone: 'rust' }),
      box(600, 190, 220, 96, 'SUBMIT', { tone: 'rust', size: 38 }),
      box(850, 190, 220, 96, 'RESET', { tone: 'rust', size: 38 }),
    ]),
    drawing(1120, 380, [
      label(60, 80, 'See a doctor today', { ...start, size: 56, bold: true, at: 0 }),
      label(60, 160, 'Who are you?', { ...start, size: 34, bold: true, at: 1 }),
      label(60, 212, 'Full name', { ...start, size: 26, tone: 'dim', at: 1 }),
      label(60, 256, 'MyKad number', { ...start, size: 26, tone: 'dim', at: 1 }),
      box(60, 296, 250, 66, 'Take a number', { tone: 'ice', solid: true, at: 1 }),
      label(820, 80, 'first', { ...start, size: 30, tone: 'leaf', at: 0 }),
      label(820, 160, 'second', { ...start, size: 30, tone: 'leaf', at: 1 }),
      label(820, 234, 'third', { ...start, size: 30, tone: 'leaf', at: 1 }),
    ]),
    compare([
      { title: 'Size', lines: ['for the one thing', 'that people came for'], tone: 'ice', at: 0 },
      { title: 'Weight', lines: ['for headings', 'and names in a list'], tone: 'ice', at: 0 },
      { title: 'Space', lines: ['for groups,', 'and for what is rare'], tone: 'ice', at: 0 },
    ]),
  ],
  'ui-sizes': [
    bars([
      { label: '16', part: 16 / 40, text: '16 px', at: 0 },
      { label: '× 1.25', part: 20 / 40, text: '20 px', at: 1 },
      { label: '× 1.25', part: 25 / 40, text: '25 px', at: 1 },
      { label: '× 1.25', part: 31.25 / 40, text: '31 px', at: 1 },
    ]),
    drawing(1120, 400, [
      label(60, 80, 'See a doctor today', { ...start, size: 62, bold: true, at: 0 }),
      label(60, 170, 'Who are you?', { ...start, size: 50, bold: true, at: 0 }),
      label(60, 246, 'We ask once, and keep it for next time.', { ...start, size: 40, at: 0 }),
      label(60, 312, 'Your name as it is on your MyKad', { ...start, size: 32, at: 0 }),
      label(60, 372, 'Last changed on 3 March', { ...start, size: 28, tone: 'dim', at: 1 }),
      label(1060, 80, '31', { anchor: 'end', size: 34, tone: 'ice', at: 0 }),
      label(1060, 170, '25', { anchor: 'end', size: 34, tone: 'ice', at: 0 }),
      label(1060, 246, '20', { anchor: 'end', size: 34, tone: 'ice', at: 0 }),
      label(1060, 312, '16', { anchor: 'end', size: 34, tone: 'ice', at: 0 }),
      label(1060, 372, '14', { anchor: 'end', size: 34, tone: 'ice', at: 1 }),
    ]),
    code(
      [
        { text: 'p {', at: 0 },
        { text: '  max-width: 65ch;', at: 2 },
        { text: '  line-height: 1.5;', at: 1 },
        { text: '}', at: 0 },
        { text: 'h1, h2 {', at: 1 },
        { text: '  line-height: 1.25;', at: 1 },
        { text: '}', at: 1 },
      ],
      { tinted: false },
    ),
  ],
  'ui-align': [
    drawing(1120, 400, [
      label(160, 60, 'CONSULTATION', { ...start, size: 32 }),
      label(60, 134, 'Dressing (small)', { ...start, size: 32 }),
      label(300, 208, 'Nebuliser', { ...start, size: 32 }),
      label(110, 282, 'X-ray, chest', { ...start, size: 32 }),
      label(220, 356, 'Medical report', { ...start, size: 32 }),
      label(960, 60, 'RM 45', { anchor: 'end', size: 32 }),
      label(820, 134, 'RM18.50', { anchor: 'end', size: 32 }),
      label(1050, 208, 'RM 25.00', { anchor: 'end', size: 32 }),
      label(900, 282, 'RM120', { anchor: 'end', size: 32 }),
      label(1000, 356, 'from RM 30', { anchor: 'end', size: 32 }),
      ...[160, 60, 300, 110, 220].map((x) => stroke(`M${x - 8} 16V388`, { tone: 'rust', at: 0, width: 2 })),
    ]),
    table({
      head: ['treatment', 'RM'],
      rows: [
        ['X-ray, chest', '120.00'],
        ['Consultation', '45.00'],
        ['Medical report, from', '30.00'],
        ['Nebuliser', '25.00'],
        ['Dressing, small', '18.50'],
      ],
      rowMarks: [[1]],
      numeric: [1],
    }),
    drawing(1120, 300, [
      label(280, 60, 'No appointments today', { size: 34, at: 0 }),
      label(280, 110, 'one line, centred', { size: 26, tone: 'leaf', at: 0 }),
      label(840, 60, 'Please bring your MyKad,', { size: 30, at: 0 }),
      label(840, 104, 'your card, if you have one,', { size: 30, at: 0 }),
      label(840, 148, 'and all', { size: 30, at: 0 }),
      label(840, 192, 'letters of your doctor.', { size: 30, at: 0 }),
      label(840, 256, 'four lines, no edge', { size: 26, tone: 'rust', at: 0 }),
    ]),
  ],
  'ui-contrast': [
    drawing(1120, 320, [
      sample(20, '#9aa5b1', '2.5 : 1', 'rust', 0),
      sample(395, '#7b8794', '3.7 : 1', 'ember', 1),
      sample(770, '#52606d', '6.5 : 1', 'leaf', 1),
      label(560, 290, 'text 4.5 : 1     large text, borders 3 : 1', { size: 32, at: 2 }),
    ]),
    compare([
      { title: 'Can be pressed', lines: ['Take a number', 'links'], tone: 'ice', at: 1 },
      { title: 'Went wrong', lines: ['Error: 11 digits', 'with a word or a shape'], tone: 'rust', at: 1 },
      { title: 'Everything else', lines: ['dark grey', 'middle grey'], at: 0 },
    ]),
    statement('6.5 : 1', 'the faintest text of the clinic’s form, #52606d on white', 0),
  ],
  'ui-labels': [
    drawing(1120, 330, [
      label(60, 50, 'before', { ...start, tone: 'rust', size: 28 }),
      field(60, 80, 440, ''),
      label(78, 116, 'Phone', { ...start, size: 24, tone: 'dim' }),
      field(60, 190, 440, '013 555'),
      label(60, 290, 'which number was it?', { ...start, size: 26, tone: 'rust', at: 1 }),
      label(620, 50, 'after', { ...start, tone: 'leaf', size: 28, at: 2 }),
      label(620, 110, 'Phone', { ...start, size: 28, bold: true, at: 2 }),
      field(620, 130, 440, '013 555 0119', 2),
    ]),
    drawing(1120, 360, [
      label(60, 44, 'across, or down?', { ...start, tone: 'rust', size: 28 }),
      field(60, 70, 240, 'Name'),
      field(330, 70, 240, 'MyKad'),
      field(60, 150, 240, 'Phone'),
      field(330, 150, 240, 'Postcode'),
      label(700, 44, 'one order', { ...start, tone: 'leaf', size: 28, at: 1 }),
      field(700, 70, 360, 'Name', 1),
      field(700, 140, 360, 'MyKad', 1),
      field(700, 210, 360, 'Phone', 1),
      field(700, 280, 150, '08000', 2),
      label(870, 316, 'five digits', { ...start, tone: 'dim', size: 26, at: 2 }),
    ]),
    points([
      { text: 'Insurance card, optional', sub: 'the rest is needed', at: 0 },
      { text: 'MyKad number', sub: '12 digits; hyphens are fine', at: 1 },
      {
        text: 'Fourteen fields became ten',
        sub: 'e-mail, second address line and city went; allergies are one question',
        at: 2,
      },
    ]),
  ],
  'ui-errors': [
    drawing(1120, 380, [
      label(60, 60, 'MyKad number', { ...start, size: 30, bold: true }),
      field(60, 84, 520, '900101-14-556'),
      label(60, 190, 'Invalid input', { ...start, size: 32, tone: 'rust' }),
      label(60, 260, 'A MyKad number has 12 digits.', { ...start, size: 34, tone: 'leaf', at: 1 }),
      label(60, 310, 'This one has 11.', { ...start, size: 34, tone: 'leaf', at: 1 }),
    ]),
    table({
      head: ['typed', 'kept'],
      rows: [
        ['013-555 0119', '0135550119'],
        ['900101-14-5566', '900101145566'],
        ['RM 45', '45.00'],
        [
          { text: 'ninety', at: 1 },
          { text: 'Enter the price in digits, such as 45', tone: 'rust', at: 1 },
        ],
      ],
      rowAt: [0, 0, 0, 1],
    }),
    flow([
      { text: 'typing', sub: 'say nothing', at: 0 },
      { text: 'leaving', sub: 'say it beside the field', at: 1 },
      { text: 'pressing', sub: 'go to the first mistake', at: 1 },
      { text: 'always', sub: 'keep what was typed', at: 2, tone: 'leaf' },
    ]),
  ],
  'ui-states': [
    table({
      head: ['no.', 'waiting'],
      rows: [
        ['41', 'Nurul Aina'],
        ['42', 'Tan Wei'],
        ['43', 'Kavitha'],
        [
          { text: 'and:', tone: 'rust', at: 1 },
          { text: 'empty, loading, failed, two hundred', tone: 'rust', at: 1 },
        ],
      ],
    }),
    compare([
      { title: 'Empty', lines: ['Nobody is waiting.', 'Register a patient'], tone: 'leaf', at: 0 },
      { title: 'Loading', lines: ['five grey rows,', 'as high as real ones'], tone: 'ice', at: 1 },
      { title: 'Failed', lines: ['The numbers on the wall', 'are right. Try again'], tone: 'ember', at: 2 },
    ]),
    table({
      head: ['state', 'one sentence'],
      rows: [
        ['empty', 'what will be here'],
        ['loading', 'keep the shape'],
        ['failed', 'what still works'],
        ['one', 'no “1 of 1”'],
        ['far too many', 'the first 20, and a search'],
        ['very long', 'Sharifah Nur Syahirah binti Syed Abdul Rahman'],
      ],
      rowAt: [1, 1, 1, 1, 1, 0],
    }),
  ],
  'ui-touch': [
    drawing(1120, 360, [
      box(120, 150, 48, 48, '', { tone: 'rust', at: 1 }),
      label(144, 250, '24 px', { size: 28, tone: 'rust', at: 1 }),
      label(144, 290, 'the least', { size: 24, tone: 'dim', at: 1 }),
      box(330, 130, 88, 88, '', { tone: 'leaf', at: 1 }),
      label(374, 270, '44 px', { size: 28, tone: 'leaf', at: 1 }),
      label(374, 310, 'advised', { size: 24, tone: 'dim', at: 1 }),
      box(600, 140, 180, 70, 'Save', { tone: 'ice', solid: true, at: 2 }),
      box(920, 140, 160, 70, 'Delete', { tone: 'rust', at: 2 }),
      label(850, 280, 'distance', { size: 26, tone: 'leaf', at: 2 }),
      label(144, 90, 'a fingertip: 1 cm', { size: 26, tone: 'dim' }),
    ]),
    beside(
      table({
        head: ['field', 'inputmode'],
        rows: [
          ['MyKad', 'numeric'],
          ['phone', 'tel'],
          ['e-mail', 'email'],
        ],
        rowAt: [1, 1, 1],
      }),
      table({
        head: ['field', 'autocomplete'],
        rows: [
          ['name', 'name'],
          ['phone', 'tel'],
          ['address', 'street-address'],
        ],
        rowAt: [2, 2, 2],
      }),
    ),
    drawing(1120, 420, [
      box(120, 10, 240, 400, '', { tone: 'ice' }),
      label(240, 60, 'See a doctor', { size: 30, bold: true }),
      field(140, 90, 200, 'Name'),
      field(140, 160, 200, 'MyKad'),
      field(140, 230, 200, 'Phone'),
      box(140, 320, 200, 64, 'Take a number', { tone: 'ice', solid: true, size: 22 }),
      label(600, 150, 'one column,', { ...start, size: 34, at: 0 }),
      label(600, 200, 'one order,', { ...start, size: 34, at: 0 }),
      label(600, 250, 'one button', { ...start, size: 34, at: 0 }),
    ]),
  ],
}

export const interfaceDesignHandouts: Drawings = {
  'ui-before': [
    drawing(1120, 420, [
      box(10, 10, 1100, 400, '', { tone: 'dim' }),
      label(560, 60, 'PATIENT REGISTRATION', { size: 40, bold: true }),
      ...leftFields.flatMap((text, index) => [
        label(40, 118 + index * 42, text, { ...start, size: 24, bold: true }),
        box(270, 92 + index * 42, 250, 36, '', { tone: 'dim' }),
      ]),
      ...rightFields.flatMap((text, index) => [
        label(580, 118 + index * 42, text, { ...start, size: 24, bold: true }),
        box(820, 92 + index * 42, 250, 36, '', { tone: 'dim' }),
      ]),
    ]),
  ],
  'ui-palette': [
    drawing(
      1120,
      170,
      (
        [
          ['#52606d', '6.5 : 1, text'],
          ['#7b8794', '3.7 : 1, border'],
          ['#c9d1da', '1.5 : 1, neither'],
        ] as const
      ).map(
        ([colour, text], index) =>
          `<rect x="${20 + index * 370}" y="20" width="340" height="80" rx="8" fill="#ffffff" stroke="${colour}" stroke-width="6"/><text x="${190 + index * 370}" y="72" font-size="32" text-anchor="middle" fill="${colour}">Opening hours</text>` +
          label(190 + index * 370, 150, text, { size: 26 }),
      ),
    ),
  ],
}
