import { arrow, box, code, dot, drawing, flow, label, points, stroke, table } from '../figures.ts'
import { voices, type Lesson } from '../lesson.ts'

export const gitLessons: Lesson[] = [
  {
    key: 'git-snapshots',
    title: 'A commit is a snapshot',
    course: 'Git Without Fear',
    voice: voices.weiJian,
    opening: {
      en: 'Git does not store changes. It stores pictures of your folder.',
      ms: 'Git tidak menyimpan perubahan. Ia menyimpan gambar folder anda.',
    },
    slides: [
      {
        heading: 'Three snapshots of one folder',
        figure: drawing(1120, 380, [
          box(20, 110, 280, 150, 'menu.md', { sub: 'nasi lemak', at: 0 }),
          box(420, 110, 280, 150, 'menu.md', { sub: 'nasi lemak, teh', at: 1 }),
          box(820, 110, 280, 150, 'menu.md', { sub: 'nasi lemak, teh, roti', at: 1, size: 25 }),
          label(160, 312, 'a41c', { tone: 'ice', at: 0 }),
          label(560, 312, 'b07e', { tone: 'ice', at: 1 }),
          label(960, 312, 'c9d2', { tone: 'ice', at: 1 }),
          arrow(412, 185, 308, 185, { at: 2 }),
          arrow(812, 185, 708, 185, { at: 2 }),
        ]),
        says: [
          {
            en: 'A commit is the whole folder as it was at one moment, with a name made of digits.',
            ms: 'Commit ialah seluruh folder pada satu saat, dengan nama daripada digit.',
          },
          {
            en: 'Change the menu and commit, and you have a second picture, then a third.',
            ms: 'Ubah menu dan commit, anda ada gambar kedua, kemudian ketiga.',
          },
          {
            en: 'Each one points back at the one before. That chain is the history.',
            ms: 'Setiap satu menunjuk kepada yang sebelumnya. Rantaian itu ialah sejarah.',
          },
        ],
      },
      {
        heading: 'Two steps to a snapshot',
        figure: flow([
          { text: 'your folder', sub: 'edit', at: 0, marks: [0] },
          { text: 'the stage', sub: 'git add', at: 1, marks: [1] },
          { text: 'a commit', sub: 'git commit', at: 2, marks: [2] },
        ]),
        says: [
          { en: 'First you edit, as always.', ms: 'Mula-mula anda sunting, seperti biasa.' },
          {
            en: 'Git add chooses what will be in the picture.',
            ms: 'git add memilih apa yang masuk dalam gambar.',
          },
          { en: 'Git commit presses the button.', ms: 'git commit menekan butang.' },
          {
            en: 'Once pressed, that picture is very hard to lose. The next lessons show why.',
            ms: 'Selepas itu, gambar sukar hilang. Pelajaran seterusnya menunjukkan sebabnya.',
          },
        ],
      },
    ],
  },
  {
    key: 'git-branches',
    title: 'A branch is a label',
    course: 'Git Without Fear',
    voice: voices.weiJian,
    opening: {
      en: 'A branch is not a copy. It is a label on one snapshot.',
      ms: 'Branch bukan salinan. Ia label pada satu gambar.',
    },
    slides: [
      {
        heading: 'Labels on a chain',
        figure: drawing(1120, 400, [
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
        says: [
          {
            en: 'Here are three snapshots. The label main sits on the last.',
            ms: 'Ini tiga gambar. Label main berada pada yang terakhir.',
          },
          {
            en: 'Make a branch called drinks, and a second label appears on the same snapshot.',
            ms: 'Buat branch bernama drinks, dan label kedua muncul pada gambar yang sama.',
          },
          {
            en: 'Commit on it, and only that label moves on. Main stays where it was.',
            ms: 'Commit padanya, dan hanya label itu bergerak. main kekal di tempatnya.',
          },
        ],
      },
      {
        heading: 'What this explains',
        figure: points([
          { text: 'Making a branch takes no time', sub: 'it writes one short line', at: 0 },
          { text: 'Deleting a branch removes a label', sub: 'the snapshots stay for weeks', at: 1 },
          { text: 'HEAD is the label you stand on', sub: 'git switch moves you', at: 2 },
        ]),
        says: [
          {
            en: 'So a branch costs nothing. Make one for every idea.',
            ms: 'Jadi branch percuma. Buat satu bagi setiap idea.',
          },
          { en: 'Deleting it only peels off the label.', ms: 'Memadamnya hanya menanggalkan label.' },
          { en: 'And HEAD is simply the place where you stand.', ms: 'Dan HEAD ialah tempat anda berdiri.' },
        ],
      },
    ],
  },
  {
    key: 'git-undo',
    title: 'Lost work, found again',
    course: 'Git Without Fear',
    voice: voices.weiJian,
    opening: {
      en: 'Let us lose a day of work on purpose, and get it back.',
      ms: 'Mari kita hilangkan kerja sehari dengan sengaja, kemudian dapatkannya semula.',
    },
    slides: [
      {
        heading: 'The accident',
        figure: code([
          { text: '$ git branch -D drinks', at: 0, marks: [0] },
          { text: 'Deleted branch drinks (was 7fe21).', at: 0 },
        ]),
        says: [
          {
            en: 'We delete the branch drinks. Nothing else had a label on those commits.',
            ms: 'Kita padam branch drinks. Tiada label lain pada commit itu.',
          },
        ],
      },
      {
        heading: 'The list that remembers',
        figure: code([
          { text: '$ git reflog', marks: [0] },
          '3aa10 HEAD@{0}: checkout: moving to main',
          { text: '7fe21 HEAD@{1}: commit: add iced Milo', marks: [1] },
          '91bc4 HEAD@{2}: commit: add teh tarik',
          { text: '$ git branch drinks 7fe21', at: 2, marks: [2] },
        ]),
        says: [
          {
            en: 'Git keeps a list of every place where you have stood. It is called the reflog.',
            ms: 'Git menyimpan senarai setiap tempat anda pernah berada. Namanya reflog.',
          },
          { en: 'There is the lost commit, the second line.', ms: 'Itulah commit yang hilang, baris kedua.' },
          {
            en: 'Put a new label on it, and the day is back.',
            ms: 'Letak label baharu padanya, dan kerja sehari kembali.',
          },
        ],
      },
      {
        heading: 'Three more kinds of undo',
        figure: table({
          head: ['you want to', 'use'],
          rows: [
            ['drop an edit that was never committed', 'git restore'],
            ['undo a commit others already have', 'git revert'],
            ['move your own label back', 'git reset'],
          ],
          rowAt: [0, 1, 2],
        }),
        says: [
          {
            en: 'Restore throws away an edit. That one is really gone, so look twice.',
            ms: 'restore membuang suntingan. Yang ini benar-benar hilang, jadi semak dua kali.',
          },
          {
            en: 'Revert makes a new commit that undoes an old one. It is safe for shared work.',
            ms: 'revert membuat commit baharu yang membatalkan yang lama. Selamat untuk kerja bersama.',
          },
          {
            en: 'Reset moves your label. The commits stay in the reflog for about thirty days.',
            ms: 'reset menggerakkan label. Commit kekal dalam reflog kira-kira tiga puluh hari.',
          },
        ],
      },
    ],
  },
]
