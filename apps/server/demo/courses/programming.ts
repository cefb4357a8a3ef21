import type { DemoCourse } from '../school-types.ts'

export const programmingCourses = {
  typescript: {
    key: 'typescript-first-principles',
    title: 'TypeScript from First Principles',
    category: 'Programming',
    description: [
      'Types as a design tool: model real data, narrow with confidence and stop fighting the compiler.',
      'Most people meet TypeScript as a set of error messages. This course starts from the other end. A type is a set of values; a union is two sets put together; narrowing is the act of asking which one you are holding. Once that picture is clear, the messages read like help.',
      'We model one small thing all the way through, an order in a bookshop in Petaling Jaya, and let the types find the cases that the first version forgot: the order without an address, the refund without a payment, the price that arrived as text.',
      'You should already write a little JavaScript: functions, objects, arrays. Nothing else is assumed.',
    ].join('\n\n'),
    priceCents: 14900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'wei-jian',
    createdBy: 'wei-jian',
    createdDaysAgo: 230,
    outline: [
      {
        key: 'sets',
        title: 'Types are sets',
        description: 'The one picture that the rest of the course hangs on.',
        isPublished: true,
        resources: [
          { key: 'study-method', title: 'How to use this course', fileType: 'video', media: 'study-method' },
          {
            key: 'unions',
            title: 'A type is a set of values',
            fileType: 'video',
            media: 'ts-unions',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'narrowing',
        title: 'Asking before using',
        description: 'Narrowing, and what it buys you at the edges of a program.',
        isPublished: true,
        resources: [
          { key: 'narrowing', title: 'Narrowing: ask, then use', fileType: 'video', media: 'ts-narrowing' },
          { key: 'worksheet', title: 'Worksheet: model an order', fileType: 'pdf', media: 'ts-worksheet' },
        ],
      },
    ],
    outcomes: [
      'Describe data so that impossible states cannot be written down',
      'Read a compiler message and know which set it is talking about',
      'Narrow unions with plain conditions, without casts',
      'Check what arrives from outside once, at the border',
    ],
    faq: [
      {
        question: 'Do I need to know React or Node?',
        answer: 'No. The examples are plain functions and objects, and run anywhere.',
      },
      {
        question: 'Which version do you use?',
        answer:
          'A current one, in strict mode. Everything shown also works in versions from the last few years.',
      },
      {
        question: 'How long does it take?',
        answer:
          'The lessons are short. The worksheet takes an evening if you do it with a pencil first, which we recommend.',
      },
    ],
  },
  git: {
    key: 'git-without-fear',
    title: 'Git Without Fear',
    category: 'Programming',
    description: [
      'Branch, break things, and get every commit back. Practise on a repository that was built to be ruined.',
      'Git feels dangerous because its pictures are usually missing. Here they come first: a commit is a snapshot, a branch is a label stuck on one of them, and almost nothing you do removes a snapshot for at least thirty days. The commands follow from the pictures.',
      'By the last lesson you will have deleted a branch on purpose, lost your work, and found it again with one command. It is a better feeling than it sounds.',
    ].join('\n\n'),
    priceCents: 0,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'wei-jian',
    createdBy: 'wei-jian',
    createdDaysAgo: 190,
    outline: [
      {
        key: 'snapshots',
        title: 'Snapshots and labels',
        description: 'What a repository is made of.',
        isPublished: true,
        resources: [
          {
            key: 'snapshots',
            title: 'A commit is a snapshot',
            fileType: 'video',
            media: 'git-snapshots',
            isFreePreview: true,
          },
          { key: 'branches', title: 'A branch is a label', fileType: 'video', media: 'git-branches' },
        ],
      },
      {
        key: 'undo',
        title: 'Getting it back',
        description: 'The four kinds of undo, and the list that remembers where you were.',
        isPublished: true,
        resources: [
          { key: 'undo', title: 'Lost work, found again', fileType: 'video', media: 'git-undo' },
          { key: 'card', title: 'Pocket card: which undo do I need?', fileType: 'pdf', media: 'git-card' },
        ],
      },
    ],
    outcomes: [
      'Draw what a commit, a branch and HEAD are',
      'Choose between restore, revert and reset by what you want to keep',
      'Recover a deleted branch with the reflog',
      'Write history that a colleague can read next year',
    ],
    faq: [
      { question: 'Is it really free?', answer: 'Yes, all of it, with no card details. Enrol and start.' },
      {
        question: 'Which program should I use?',
        answer:
          'Any terminal with Git installed. If you prefer a graphical client, the pictures are the same.',
      },
      {
        question: 'Can I break my real project?',
        answer:
          'You practise in a folder made for it. Do that first and your real project will be safer than before.',
      },
    ],
  },
  python: {
    key: 'python-for-spreadsheet-users',
    title: 'Python for Spreadsheet Users',
    category: 'Programming',
    description: [
      'Keep the workbook. Replace the four hours you spend in it each Monday.',
      'This is Python for people who are good with spreadsheets and have been told to stop using them. You need not. A short script can read last week’s files, add the columns, find the rows that do not match and write a clean sheet for your manager, and then it can do so again next week while you make coffee.',
      'All examples come from shops and small warehouses: stock counts from three outlets, a delivery list with two spellings of Seremban, a supplier who sends dates the wrong way round.',
    ].join('\n\n'),
    priceCents: 11900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'daniel',
    createdBy: 'daniel',
    createdDaysAgo: 166,
    outline: [
      {
        key: 'rows',
        title: 'A row at a time',
        description: 'Reading a sheet and looking at each row.',
        isPublished: true,
        resources: [
          {
            key: 'rows',
            title: 'Read a sheet, one row at a time',
            fileType: 'video',
            media: 'py-rows',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'monday',
        title: 'The Monday job',
        description: 'Three files in, one clean sheet out.',
        isPublished: true,
        resources: [
          { key: 'matching', title: 'Two spellings of one town', fileType: 'video', media: 'py-matching' },
          {
            key: 'planner',
            title: 'Planner: find the hours worth automating',
            fileType: 'pdf',
            media: 'py-planner',
          },
        ],
      },
    ],
    outcomes: [
      'Read and write spreadsheet files from a script of twenty lines',
      'Clean names, dates and numbers by rule instead of by hand',
      'Find the rows that do not match, and list them for a person',
      'Decide which weekly jobs are worth a script at all',
    ],
    faq: [
      {
        question: 'I have never programmed. Is that fine?',
        answer: 'Yes. If you can write a formula with IF in it, you can follow every lesson.',
      },
      {
        question: 'Does my office need to install anything?',
        answer:
          'Python, which is free. A lesson note shows how to use it from your own folder without administrator rights.',
      },
      {
        question: 'Will it touch my original files?',
        answer:
          'Never. The scripts read the originals and write new ones, and we explain why that rule matters.',
      },
    ],
  },
  apis: {
    key: 'apis-people-enjoy',
    title: 'APIs People Enjoy',
    category: 'Programming',
    description: [
      'Honest status codes, names that stay, and requests that are safe to send twice.',
      'An API is a promise to somebody you will never meet. They will read your error message at eleven at night, their phone will lose the network on the LRT and send the same request again, and they will still be using the field you meant to rename. This course is about being kind to that person.',
      'We design a small ticketing API from the outside in: the questions first, then the addresses, then the answers, then everything that can go wrong.',
    ].join('\n\n'),
    priceCents: 15900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'wei-jian',
    createdBy: 'wei-jian',
    createdDaysAgo: 104,
    outline: [
      {
        key: 'answers',
        title: 'Answers that tell the truth',
        description: 'Status codes and errors as part of the design.',
        isPublished: true,
        resources: [
          {
            key: 'status',
            title: 'Status codes tell the truth',
            fileType: 'video',
            media: 'api-status',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'twice',
        title: 'Safe to send twice',
        description: 'What happens when the network forgets the answer.',
        isPublished: true,
        resources: [
          { key: 'idempotent', title: 'Press twice, pay once', fileType: 'video', media: 'api-idempotent' },
          { key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' },
        ],
      },
    ],
    outcomes: [
      'Choose a status code by who has to act next',
      'Write an error a stranger can fix without asking you',
      'Make a payment request safe to repeat',
      'Add to an API without breaking those who use it',
    ],
    faq: [
      {
        question: 'Is this about one framework?',
        answer: 'No. The examples are plain HTTP, and you can follow in any language.',
      },
      {
        question: 'Do you cover GraphQL?',
        answer: 'Only briefly. The lessons about errors and repeated requests apply to it all the same.',
      },
      {
        question: 'Is there a project?',
        answer: 'Yes: you write the description of the ticketing API on paper, and compare it with ours.',
      },
    ],
  },
} satisfies Record<string, DemoCourse>
