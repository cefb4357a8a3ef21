import { bars, beside, box, compare, drawing, flow, label, stroke } from '../figures.ts'
import type { Drawings } from '../lesson.ts'
import { interfaceDesignHandouts } from './interface-design.ts'

export const handoutDrawings: Drawings = {
  'ts-worksheet': [
    drawing(1120, 250, [
      box(20, 40, 500, 180, 'payment', { sub: 'open · paid on …', tone: 'dim' }),
      box(600, 40, 500, 180, 'delivery', { sub: 'collect · post to …', tone: 'dim' }),
    ]),
  ],
  'ts-worksheet-solved': [
    drawing(1120, 210, [
      box(20, 40, 240, 130, 'open', { sub: 'no field' }),
      box(290, 40, 240, 130, 'paid', { sub: 'paidOn' }),
      box(590, 40, 240, 130, 'collect', { sub: 'no field' }),
      box(860, 40, 240, 130, 'post', { sub: 'address' }),
      label(275, 24, 'payment', { size: 24, tone: 'dim' }),
      label(845, 24, 'delivery', { size: 24, tone: 'dim' }),
    ]),
  ],
  'git-card': [
    flow([
      { text: 'Was it committed?', sub: 'git status' },
      { text: 'Was it pushed?', sub: 'has anyone seen it?' },
      { text: 'Choose below', sub: 'the mildest that works' },
    ]),
  ],
  'py-planner': [
    flow([
      { text: 'read', sub: 'never change originals' },
      { text: 'clean', sub: 'rules' },
      { text: 'set aside', sub: 'what does not match' },
      { text: 'write', sub: 'a new file' },
    ]),
  ],
  'sql-order': [
    flow([
      { text: 'FROM' },
      { text: 'WHERE' },
      { text: 'GROUP BY' },
      { text: 'HAVING' },
      { text: 'SELECT' },
      { text: 'ORDER BY' },
      { text: 'LIMIT' },
    ]),
  ],
  'sql-worksheet': [
    drawing(1120, 150, [
      box(20, 30, 260, 90, 'outlets'),
      box(430, 30, 260, 90, 'sales'),
      box(840, 30, 260, 90, 'items'),
      stroke('M284 75H426', { tone: 'ice' }),
      stroke('M694 75H836', { tone: 'ice' }),
      label(355, 60, 'outlet_id', { size: 22, tone: 'dim' }),
      label(765, 60, 'item_id', { size: 22, tone: 'dim' }),
    ]),
  ],
  'stats-worksheet': [
    bars([
      { label: '100 people', part: 0.98, text: '± 10 points' },
      { label: '400 people', part: 0.49, text: '± 5 points' },
      { label: '1,000 people', part: 0.31, text: '± 3 points' },
    ]),
  ],
  'ml-worksheet': [
    bars([
      { label: '80 %', part: 0.85, text: 'RM 6,200' },
      { label: '50 %', part: 0.72, text: 'RM 5,250' },
      { label: '30 %', part: 0.68, text: 'RM 4,960' },
      { label: 'everyone', part: 0.88, text: 'RM 6,400' },
    ]),
  ],
  'eval-rubric': [
    bars([
      { label: 'below 0.4', part: 0.4, text: 'mend rubric', tone: 'rust' },
      { label: '0.4 to 0.7', part: 0.7, text: 'talk first', tone: 'ember' },
      { label: 'above 0.7', part: 1, text: 'go on', tone: 'leaf' },
    ]),
  ],
  ...interfaceDesignHandouts,
  'ui-checklist': [
    drawing(1120, 230, [
      box(20, 20, 480, 190, '', { tone: 'dim' }),
      label(50, 75, 'Booking 1042', { anchor: 'start', size: 36, bold: true }),
      label(50, 120, 'Tue 3 March, 10:20, Dr. Lim', { anchor: 'start', size: 26 }),
      label(50, 180, 'Change', { anchor: 'start', size: 24, tone: 'ice' }),
      box(620, 20, 480, 190, '', { tone: 'dim' }),
      label(650, 60, 'BOOKING NUMBER', { anchor: 'start', size: 30, bold: true }),
      label(650, 100, '1042', { anchor: 'start', size: 30, bold: true }),
      label(650, 140, 'DATE AND TIME', { anchor: 'start', size: 30, bold: true }),
      label(650, 180, '3/3 10:20', { anchor: 'start', size: 30, bold: true }),
    ]),
  ],
  'ds-agreement': [
    flow([
      { text: 'proposed', sub: 'anyone' },
      { text: 'in use once', sub: 'local' },
      { text: 'needed twice', sub: 'same reason' },
      { text: 'shared', sub: 'named, documented' },
    ]),
  ],
  'a11y-week': [
    bars([
      { label: 'sight', part: 0.9, text: 'days 1, 5, 6' },
      { label: 'hands', part: 0.7, text: 'days 3, 6, 7' },
      { label: 'hearing', part: 0.3, text: 'day 5' },
      { label: 'attention', part: 0.6, text: 'days 2, 4, 6' },
    ]),
  ],
  'colour-worksheet': [
    drawing(
      1120,
      170,
      ['text', 'quiet', 'action', 'success', 'danger', 'ground'].map((name, index) =>
        box(20 + index * 184, 30, 160, 100, name, { tone: 'dim', size: 24 }),
      ),
    ),
  ],
  'study-planner': [
    flow([
      { text: 'watch', sub: 'once, no pausing' },
      { text: 'say it', sub: 'page closed' },
      { text: 'tomorrow', sub: 'two minutes' },
      { text: 'next week', sub: 'two minutes' },
    ]),
  ],
  'price-worksheet': [
    bars([
      { label: 'paid work', part: 0.59, text: '26 h' },
      { label: 'messages, quotes', part: 0.18, text: '8 h', tone: 'ember' },
      { label: 'travelling', part: 0.14, text: '6 h', tone: 'ember' },
      { label: 'books, sweeping', part: 0.09, text: '4 h', tone: 'ember' },
    ]),
  ],
  'books-accounts': [
    flow([
      { text: 'invoice', sub: '400 → 120' },
      { text: 'payment', sub: '120 → 110' },
      { text: 'expense', sub: '110 → 5xx' },
      { text: 'for yourself', sub: '110 → 300' },
    ]),
  ],
  'contract-questions': [
    compare([
      { title: 'shall', lines: ['must; you may insist on it'] },
      { title: 'may', lines: ['is allowed to; need not'] },
      { title: 'reasonable', lines: ['to be argued about later'] },
    ]),
  ],
  'contract-sample': [
    bars([
      { label: 'if nothing goes wrong', part: 0.67, text: 'RM 120 a night', tone: 'text' },
      { label: 'with four rained off', part: 1, text: 'RM 180 a night', tone: 'rust' },
    ]),
  ],
  'lesson-plan': [
    flow([
      { text: 'a question', sub: '20 seconds' },
      { text: 'the picture', sub: '2 minutes' },
      { text: 'it goes wrong', sub: '1 minute' },
      { text: 'say it yourself', sub: '30 seconds' },
    ]),
  ],
  'ten-record': [
    beside(
      bars([
        { label: 'they talk', part: 0.8, text: '80 %', tone: 'leaf' },
        { label: 'you talk', part: 0.2, text: '20 %' },
      ]),
      bars([
        { label: 'facts', part: 0.75, text: 'write down', tone: 'leaf' },
        { label: 'praise', part: 0.25, text: 'forget', tone: 'rust' },
      ]),
    ),
    drawing(1120, 130, [
      stroke('M40 60H1080', { tone: 'dim' }),
      ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((name, index) =>
        label(40 + index * 115, 110, name, { size: 24, tone: 'dim' }),
      ),
    ]),
  ],
}
