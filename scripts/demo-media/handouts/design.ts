import { bars, box, compare, drawing, flow, label, table } from '../figures.ts'
import { checks, heading, list, note, pageBreak, picture, text, writing, type Handout } from '../handout.ts'

const blank = (columns: number, rows: number): string[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))

export const designHandouts: Handout[] = [
  {
    key: 'ui-checklist',
    title: 'Checklist: review one screen',
    course: 'Interface Design for Engineers',
    purpose: 'Ten minutes, one screen, in this order. Stop at the first “no”: it usually explains the rest.',
    blocks: [
      heading('1. Space (3 minutes)'),
      checks(
        'Every label is nearer to its own value than to any other.',
        'Gaps between groups are at least twice the gaps inside them.',
        'Only distances from the scale are used: 4, 8, 12, 20, 32, 52.',
        'Take away every box and line in your mind. The groups are still clear.',
      ),
      heading('2. Levels (2 minutes)'),
      checks(
        'There are three levels of importance at most.',
        'One thing is the largest, and it is what the person came for.',
        'One button is filled. The others are quieter.',
      ),
      picture(
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
        'Left: three levels. Right: everything shouts, so nothing is heard.',
      ),
      heading('3. Lines (1 minute)'),
      checks('Left edges fall on one or two lines, not on five.', 'Numbers in columns are aligned right.'),
      heading('4. Words (2 minutes)'),
      checks(
        'Buttons say what happens: “Send offer” and not “Submit”.',
        'Errors say what to do next.',
        'Read it aloud: nobody would say “utilise” at a counter.',
      ),
      pageBreak,
      heading('5. States (2 minutes)'),
      table({
        widths: [26, 22, 52],
        head: ['state', 'is it designed?', 'what does it say?'],
        rows: [
          ['loading', '', ''],
          ['empty', '', ''],
          ['one item', '', ''],
          ['far too many items', '', ''],
          ['error', '', ''],
          ['very long name', '', ''],
        ],
      }),
      heading('Your advice to the owner of the screen'),
      text(
        'Give three things at most, the most helpful first. Say what you saw, what it causes, and one way to mend it.',
      ),
      writing('I saw …', 2),
      writing('so that a person …', 2),
      writing('One way to mend it is …', 3),
      note('Say first what works. It is not politeness: people keep what they know to be good.'),
    ],
  },
  {
    key: 'ds-agreement',
    title: 'Template: a one-page agreement',
    course: 'Design Systems That Survive',
    purpose:
      'Two teams, one page, signed by people and not by departments. The second page explains each line.',
    blocks: [
      heading('We agree'),
      table({
        head: ['about', 'we say'],
        rows: [
          ['What is shared', 'tokens, and these components:'],
          ['Who may change it', 'anyone proposes; these two people decide within three working days:'],
          [
            'What a change needs',
            'a reason, a picture of before and after, and the list of screens it touches',
          ],
          ['Breaking changes', 'announced four weeks ahead; the old name keeps working meanwhile'],
          [
            'When we disagree',
            'the team nearest to the customer decides, for its own screens, for three months',
          ],
          ['Leaving', 'any team may stop using a component; it says why'],
        ],
      }),
      compare([
        { title: 'Team', lines: ['Name:', 'Signed:', 'Date:'] },
        { title: 'Team', lines: ['Name:', 'Signed:', 'Date:'] },
      ]),
      heading('Adding a name: three questions'),
      checks(
        'Are there two places that need it, for the same reason?',
        'Would a newcomer choose it rightly, without asking?',
        'If the brand changed colour tomorrow, would the name still be true?',
      ),
      pageBreak,
      heading('Why these lines'),
      list(
        '**Two people, three days.** A committee never says no; it says later. Later is how copies are born.',
        '**A picture of before and after.** Most objections vanish when people see the change, and the others become precise.',
        '**Four weeks.** One sprint to notice and one to do it.',
        '**The team nearest to the customer.** It will live with the result. Three months later you look at it together.',
        '**Leaving is allowed.** A system that cannot be left is not chosen, only endured.',
      ),
      picture(
        flow([
          { text: 'proposed', sub: 'anyone' },
          { text: 'in use once', sub: 'local' },
          { text: 'needed twice', sub: 'same reason' },
          { text: 'shared', sub: 'named, documented' },
        ]),
        'The way of a component into the system. Most should stop at the second box.',
      ),
      writing('Components that we would share today:', 4),
      writing('Components that we would not, and why:', 4),
    ],
  },
  {
    key: 'a11y-week',
    title: 'Seven-day checklist',
    course: 'Accessible Pages in a Week',
    purpose: 'One habit a day on one page of yours. Twenty minutes each.',
    blocks: [
      writing('The page I am working on:', 1),
      heading('Day 1: contrast'),
      checks(
        'I found the faintest text. Its ratio is ______ to 1, and now ______ to 1.',
        'The border of each field reaches 3 to 1.',
      ),
      heading('Day 2: labels'),
      checks(
        'Each field has a label that is always visible; a hint inside the field is not one.',
        'Clicking the label moves to the field.',
        'Errors stand beside the field, in words.',
      ),
      heading('Day 3: keyboard'),
      checks(
        'I can reach and use everything with Tab, Enter, Space and the arrows.',
        'I can always see where I am.',
        'Nothing traps me; Escape closes what has opened.',
      ),
      heading('Day 4: structure'),
      checks(
        'There is one main heading; the others form an outline.',
        'Lists are lists, and buttons are buttons.',
        'A link “Skip to content” comes first.',
      ),
      heading('Day 5: pictures and sound'),
      checks(
        'Each picture that means something has words for what it does.',
        'Decoration is hidden from screen readers.',
        'Videos have captions, and somebody has read them.',
      ),
      pageBreak,
      heading('Day 6: size and motion'),
      checks(
        'At 200 % zoom nothing is cut off, and nothing scrolls sideways.',
        'Targets are at least 24 pixels in each direction, and 44 for the important ones.',
        'With “reduce motion” switched on, nothing slides or bounces.',
      ),
      heading('Day 7: without the mouse'),
      text(
        'Unplug the mouse. Turn on the screen reader of your phone or computer. Then do what your visitors come for: book, buy, ask.',
      ),
      table({
        widths: [34, 14, 52],
        head: ['step', 'it worked', 'what I heard, or where I was stuck'],
        rows: blank(3, 7),
      }),
      writing('The three things I will mend first:', 3),
      picture(
        bars([
          { label: 'sight', part: 0.9, text: 'days 1, 5, 6' },
          { label: 'hands', part: 0.7, text: 'days 3, 6, 7' },
          { label: 'hearing', part: 0.3, text: 'day 5' },
          { label: 'attention', part: 0.6, text: 'days 2, 4, 6' },
        ]),
        'Which days help whom, roughly. On most days everyone gains.',
      ),
    ],
  },
  {
    key: 'colour-worksheet',
    title: 'Worksheet: six jobs, six colours',
    course: 'Colour With Reasons',
    purpose: 'Three pencils, one screen of yours, and an afternoon.',
    blocks: [
      heading('1. List the colours you have'),
      text(
        'Open one screen and write down every colour on it. Greys count. Most people find between fifteen and thirty.',
      ),
      table({ widths: [22, 38, 40], head: ['colour', 'where', 'its job, if it has one'], rows: blank(3, 9) }),
      writing('How many have no job? How many jobs have two colours?', 2),
      pageBreak,
      heading('2. Hire one colour for each job'),
      table({
        head: ['job', 'light theme', 'dark theme', 'contrast with the ground'],
        rows: [
          ['ground', '', '', '—'],
          ['text', '', '', 'at least 4.5 : 1'],
          ['quiet text', '', '', 'at least 4.5 : 1'],
          ['action', '', '', 'at least 3 : 1'],
          ['success', '', '', 'at least 4.5 : 1'],
          ['danger', '', '', 'at least 4.5 : 1'],
        ],
      }),
      picture(
        drawing(
          1120,
          170,
          ['text', 'quiet', 'action', 'success', 'danger', 'ground'].map((name, index) =>
            box(20 + index * 184, 30, 160, 100, name, { tone: 'dim', size: 24 }),
          ),
        ),
        'Colour these in with your three pencils: press hard, press lightly, or hatch. Six jobs are possible with three.',
      ),
      heading('3. Take the colour away'),
      text('Photograph the screen and turn the photograph grey. Then answer.'),
      checks(
        'I can still find the main action.',
        'I can still tell success from danger, by a word or a shape.',
        'Quiet text is quieter, and still readable.',
      ),
      writing('What I had to add so that it works in grey:', 3),
      note(
        'The seventh colour: write its job here before you let it in. If you cannot, you have your answer.',
      ),
    ],
  },
]
