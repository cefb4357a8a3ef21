import { bars, box, compare, drawing, label, points, statement, stroke, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

const swatch = (x: number, y: number, fill: string, ink: string, text: string, at?: number): string =>
  `<g${at === undefined ? '' : ` data-at="${at}"`}><rect x="${x}" y="${y}" width="320" height="110" rx="8" fill="${fill}" stroke="#42516a"/><text x="${x + 160}" y="${y + 66}" font-size="32" text-anchor="middle" fill="${ink}">${text}</text></g>`

export const designDrawings: Drawings = {
  'ui-spacing': [
    drawing(1120, 400, [
      ...['Name', 'Aisyah', 'Phone', '013 555 0119', 'Allergies', 'none'].map((text, index) =>
        label(60, 50 + index * 62, text, {
          anchor: 'start',
          tone: index % 2 === 0 ? 'dim' : 'text',
          size: 28,
        }),
      ),
      ...['Name', 'Aisyah', 'Phone', '013 555 0119', 'Allergies', 'none'].map((text, index) =>
        label(640, 50 + Math.floor(index / 2) * 130 + (index % 2) * 38, text, {
          anchor: 'start',
          tone: index % 2 === 0 ? 'dim' : 'text',
          size: 28,
          at: 1,
        }),
      ),
      label(60, 396, 'equal gaps', { anchor: 'start', tone: 'rust', size: 24 }),
      label(640, 396, 'near, then far', { anchor: 'start', tone: 'leaf', size: 24, at: 1 }),
    ]),
    bars([
      { label: 'inside a pair', part: 0.08, text: '4', at: 0 },
      { label: 'inside a group', part: 0.25, text: '12', at: 0 },
      { label: 'between groups', part: 0.65, text: '32', at: 1, tone: 'leaf' },
    ]),
  ],
  'ds-tokens': [
    drawing(1120, 400, [
      label(170, 34, 'values', { tone: 'dim' }),
      label(930, 34, 'reasons', { tone: 'dim' }),
      box(40, 60, 260, 76, 'blue-400'),
      box(40, 166, 260, 76, 'blue-700'),
      box(40, 272, 260, 76, 'red-600'),
      box(780, 60, 300, 76, 'link', { tone: 'ice', at: 1 }),
      box(780, 166, 300, 76, 'focus-ring', { tone: 'ice', at: 1 }),
      box(780, 272, 300, 76, 'danger', { tone: 'rust', at: 1 }),
      stroke('M776 98H306', { at: 1 }),
      stroke('M776 204C560 204 520 98 306 98', { at: 1 }),
      stroke('M776 310H306', { at: 1 }),
      stroke('M776 98C560 98 520 204 306 204', { at: 2, tone: 'leaf', dashed: true }),
      label(560, 380, 'daylight: link points at another value', { at: 2, tone: 'leaf', size: 25 }),
    ]),
    compare([
      { title: 'Hard to choose', lines: ['blue-light', 'grey-2', 'button-new'], tone: 'rust', at: 0 },
      { title: 'Easy to choose', lines: ['link', 'text-secondary', 'action'], tone: 'leaf', at: 1 },
    ]),
  ],
  'a11y-contrast': [
    drawing(1120, 330, [
      swatch(20, 40, '#ffffff', '#b5b5b5', 'Opening hours'),
      swatch(400, 40, '#ffffff', '#767676', 'Opening hours'),
      swatch(780, 40, '#ffffff', '#404040', 'Opening hours'),
      label(180, 200, '2.1 : 1', { tone: 'rust', size: 32, at: 1 }),
      label(560, 200, '4.5 : 1', { tone: 'leaf', size: 32, at: 1 }),
      label(940, 200, '10.4 : 1', { tone: 'leaf', size: 32, at: 1 }),
      label(180, 250, 'too faint', { tone: 'dim', at: 1 }),
      label(560, 250, 'just enough', { tone: 'dim', at: 1 }),
      label(940, 250, 'comfortable', { tone: 'dim', at: 1 }),
    ]),
    table({
      head: ['what', 'at least'],
      rows: [
        ['text', '4.5 : 1'],
        ['large text (24 px, or 19 px bold)', '3 : 1'],
        ['icons, borders of fields, focus ring', '3 : 1'],
      ],
      rowAt: [0, 1, 2],
      numeric: [1],
    }),
    statement(
      'Check the faintest text on your page.',
      'Your browser’s inspector shows the ratio beside the colour.',
    ),
  ],
  'colour-roles': [
    drawing(
      1120,
      360,
      (
        [
          ['ground', '#0f151f', '#ebeff4'],
          ['text', '#ebeff4', '#0f151f'],
          ['quiet text', '#aeb9c8', '#0f151f'],
          ['action', '#8fc4ff', '#0f151f'],
          ['success', '#71d6a8', '#0f151f'],
          ['danger', '#ff938a', '#0f151f'],
        ] as const
      ).map(([name, fill, ink], index) =>
        swatch((index % 3) * 400, Math.floor(index / 3) * 150 + 30, fill, ink, name, index < 3 ? 0 : 1),
      ),
    ),
    points([
      { text: 'If blue is for links, nothing else is blue', at: 0 },
      {
        text: 'Add a word or a shape',
        sub: 'about one man in twelve tells red from green poorly',
        at: 1,
      },
      { text: 'Squint: does the action still stand out?', at: 2 },
    ]),
  ],
}
