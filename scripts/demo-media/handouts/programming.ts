import { box, code, drawing, flow, table } from '../figures.ts'
import {
  checks,
  heading,
  list,
  note,
  pageBreak,
  picture,
  steps,
  text,
  writing,
  type Handout,
} from '../handout.ts'

const blank = (columns: number, rows: number): string[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))

export const programmingHandouts: Handout[] = [
  {
    key: 'ts-worksheet',
    title: 'Worksheet: model an order',
    course: 'TypeScript from First Principles',
    purpose: 'Use a pencil first. An evening is enough; the compiler may check you at the end.',
    blocks: [
      heading('The bookshop'),
      text(
        'A bookshop in Petaling Jaya takes orders in the shop and online. Its first program stored every order like this:',
        'The owner complains of three things. Some paid orders have no date of payment. Some orders to be collected have an address, and some to be posted have none. And once a price was stored as text, and the total became “40.0012.50”.',
      ),
      code([
        'type Order = {',
        '  number: string',
        '  paid: boolean',
        '  paidOn?: string',
        '  collect: boolean',
        '  address?: string',
        '  total: any',
        '}',
      ]),
      heading('1. Count the states'),
      text(
        'Two booleans and two optional fields can be combined in sixteen ways. Tick those that can really happen in the shop.',
      ),
      table({
        head: ['paid', 'paidOn', 'collect', 'address', 'can this be?'],
        rows: [
          ['false', 'missing', 'true', 'missing', ''],
          ['true', 'missing', 'true', 'missing', ''],
          ['true', 'given', 'false', 'given', ''],
          ['false', 'given', 'false', 'missing', ''],
          ['true', 'given', 'true', 'given', ''],
        ],
      }),
      writing('How many of the sixteen make sense? Why is that number a problem for the next programmer?', 3),
      pageBreak,
      heading('2. Draw the sets'),
      text(
        'Draw one circle for each way in which an order can be paid, and one for each way in which it leaves the shop. Write into each circle only the fields that exist there.',
      ),
      picture(
        drawing(1120, 250, [
          box(20, 40, 500, 180, 'payment', { sub: 'open · paid on …', tone: 'dim' }),
          box(600, 40, 500, 180, 'delivery', { sub: 'collect · post to …', tone: 'dim' }),
        ]),
        'Two independent questions: how was it paid, and how does it leave the shop?',
      ),
      heading('3. Write the types'),
      text('Give each shape a field with its own fixed value. The first is done for you.'),
      code([
        'type Payment =',
        "  | { state: 'open' }",
        "  | { state: 'paid', paidOn: string }",
        '',
        'type Delivery =',
        '  |',
        '  |',
        '',
        'type Order = {',
        '  number: string',
        '  payment: Payment',
        '',
        '',
        '}',
      ]),
      heading('4. At the border'),
      text(
        'The total arrives from a web form as text. Write the conditions under which you accept it. Think of “12,50”, of “RM 12”, of minus signs and of nothing at all.',
      ),
      writing('I accept a total when …', 4),
      note(
        'Check yourself: with your types, can anyone still write down a paid order without a date? If the compiler objects, you are done.',
      ),
    ],
  },
  {
    key: 'git-card',
    title: 'Pocket card: which undo do I need?',
    course: 'Git Without Fear',
    purpose: 'Print it, fold it, keep it by the keyboard until you no longer look.',
    blocks: [
      heading('Ask two questions'),
      picture(
        flow([
          { text: 'Was it committed?', sub: 'git status' },
          { text: 'Was it pushed?', sub: 'has anyone seen it?' },
          { text: 'Choose below', sub: 'the mildest that works' },
        ]),
        'Two questions before any undo.',
      ),
      table({
        head: ['the situation', 'the command', 'what is lost'],
        rows: [
          ['edited a file, not staged', 'git restore file', 'the edit, for good'],
          ['staged too much', 'git restore --staged file', 'nothing'],
          ['wrong message on the last commit', 'git commit --amend', 'nothing; the ID changes'],
          ['last commit was too early, not pushed', 'git reset --soft HEAD~1', 'nothing; it is staged again'],
          ['a commit others already have', 'git revert ID', 'nothing; a new commit is added'],
          ['deleted a branch', 'git reflog, then git branch name ID', 'nothing, for some thirty days'],
          ['a merge in full chaos', 'git merge --abort', 'only the work of resolving'],
        ],
      }),
      note(
        '**Before anything daring**: git branch rescue. It costs nothing, and everything you have committed is safe behind that label.',
      ),
      heading('Three commands that only look'),
      list(
        '**git status** tells you where you stand and what is staged.',
        '**git log --oneline --graph --all** draws the chain and the labels.',
        '**git diff** shows edits; **git diff --staged** shows what the next commit will hold.',
      ),
      pageBreak,
      heading('Practise: the repository to ruin'),
      text('Do this once in an empty folder. It takes ten minutes, and nothing of yours is in danger.'),
      steps(
        'Make a folder, run git init, write a menu of three lines, and commit it.',
        'Make a branch called drinks. Add two drinks, with one commit each.',
        'Go back to main and delete the branch with a capital D.',
        'Look at git log. The drinks are gone.',
        'Look at git reflog. Find the last commit on drinks and write down its first five digits.',
        'Put a label on it: git branch drinks, followed by the digits.',
        'Merge drinks into main, then revert the merge’s last commit. Read the history aloud.',
      ),
      writing('The digits I found:', 1),
      writing('What does git revert leave in the history that git reset would not?', 3),
      writing('Which of these commands would I run only after making a rescue branch?', 3),
    ],
  },
  {
    key: 'py-planner',
    title: 'Planner: find the hours worth automating',
    course: 'Python for Spreadsheet Users',
    purpose: 'Not every chore deserves a script. This sheet finds the one that does.',
    blocks: [
      heading('1. One week, honestly'),
      text(
        'For five working days, note each job in which you copy, paste, retype, sort or compare. Estimate minutes, and count how often it comes back.',
      ),
      table({
        widths: [36, 11, 16, 17, 20],
        head: ['job', 'minutes', 'times a month', 'minutes a month', 'how often does it go wrong?'],
        rows: blank(5, 8),
        numeric: [1, 2, 3],
      }),
      heading('2. Score'),
      text('For your three largest jobs, tick what is true. Three ticks or more: a good first script.'),
      checks(
        'The input is a file, and it looks the same each time.',
        'I can explain every step to a new colleague without saying “it depends”.',
        'A mistake would be noticed before it reaches a customer.',
        'It comes back at least twice a month.',
        'I keep the original files, so that I can compare.',
      ),
      pageBreak,
      heading('3. Describe it before you program it'),
      writing('What goes in? Name the files and the columns.', 3),
      writing('What comes out, for whom, by when?', 3),
      writing('Which rows must a person look at? How will the script show them?', 3),
      picture(
        flow([
          { text: 'read', sub: 'never change originals' },
          { text: 'clean', sub: 'rules' },
          { text: 'set aside', sub: 'what does not match' },
          { text: 'write', sub: 'a new file' },
        ]),
        'The shape of nearly every Monday script.',
      ),
      heading('4. Was it worth it?'),
      text(
        'A script that saves 40 minutes a week and takes six hours to write has paid for itself after nine weeks. Work out yours.',
      ),
      table({ head: ['hours to write', 'minutes saved a week', 'weeks until it pays'], rows: blank(3, 2) }),
    ],
  },
]
