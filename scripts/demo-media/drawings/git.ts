import { arrow, box, code, dot, drawing, flow, label, points, stroke, table } from '../figures.ts'
import type { Drawings } from '../lesson.ts'

export const gitDrawings: Drawings = {
  'git-snapshots': [
    drawing(1120, 380, [
      box(20, 110, 280, 150, 'menu.md', { sub: 'nasi lemak', at: 0 }),
      box(420, 110, 280, 150, 'menu.md', { sub: 'nasi lemak, teh', at: 1 }),
      box(820, 110, 280, 150, 'menu.md', { sub: 'nasi lemak, teh, roti', at: 1, size: 25 }),
      label(160, 312, 'a41c', { tone: 'ice', at: 0 }),
      label(560, 312, 'b07e', { tone: 'ice', at: 1 }),
      label(960, 312, 'c9d2', { tone: 'ice', at: 1 }),
      arrow(412, 185, 308, 185, { at: 2 }),
      arrow(812, 185, 708, 185, { at: 2 }),
    ]),
    flow([
      { text: 'your folder', sub: 'edit', at: 0, marks: [0] },
      { text: 'the stage', sub: 'git add', at: 1, marks: [1] },
      { text: 'a commit', sub: 'git commit', at: 2, marks: [2] },
    ]),
  ],
  'git-branches': [
    drawing(1120, 400, [
      stroke('M140 240H380'),
      stroke('M380 240H620'),
      stroke('M620 240C720 240 740 140 860 140', { at: 2 }),
      dot(140, 240, 20),
      dot(380, 240, 20),
      dot(620, 240, 20),
      dot(860, 140, 20, { tone: 'ice', at: 2 }),
      box(545, 290, 150, 56, 'main', { tone: 'leaf', at: 0 }),
      box(545, 130, 150, 56, 'drinks', { tone: 'ice', at: 1 }),
      arrow(705, 150, 810, 142, { at: 2, tone: 'ice' }),
      label(860, 92, 'drinks is here now', { at: 2, tone: 'ice' }),
    ]),
    points([
      { text: 'Making a branch takes no time', sub: 'it writes one short line', at: 0 },
      { text: 'Deleting a branch removes a label', sub: 'the snapshots stay for weeks', at: 1 },
      { text: 'HEAD is the label you stand on', sub: 'git switch moves you', at: 2 },
    ]),
  ],
  'git-undo': [
    code([
      { text: '$ git branch -D drinks', at: 0, marks: [0] },
      { text: 'Deleted branch drinks (was 7fe21).', at: 0 },
    ]),
    code([
      { text: '$ git reflog', marks: [0] },
      '3aa10 HEAD@{0}: checkout: moving to main',
      { text: '7fe21 HEAD@{1}: commit: add iced Milo', marks: [1] },
      '91bc4 HEAD@{2}: commit: add teh tarik',
      { text: '$ git branch drinks 7fe21', at: 2, marks: [2] },
    ]),
    table({
      head: ['you want to', 'use'],
      rows: [
        ['drop an edit that was never committed', 'git restore'],
        ['undo a commit others already have', 'git revert'],
        ['move your own label back', 'git reset'],
      ],
      rowAt: [0, 1, 2],
    }),
  ],
}
