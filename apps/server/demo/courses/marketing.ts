import type { DemoCourse } from '../school-types.ts'

export const marketingCourses = {
  ads: {
    key: 'writing-ads-people-finish',
    title: 'Writing Ads People Finish',
    category: 'Marketing',
    description: [
      'Short copy, clear offers and how to tell which of the two did the work.',
      'People do not read advertisements. They read what interests them, and sometimes it is an advertisement. This course teaches you to pick one reader, make one promise, and cut the words in between.',
      'You will rewrite the same forty-word advertisement for a laundry in Subang six times, and keep the version that a fair test prefers.',
    ].join('\n\n'),
    priceCents: 7900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'mei-ling',
    createdBy: 'mei-ling',
    createdDaysAgo: 196,
    outline: [
      {
        key: 'promise',
        title: 'One promise',
        description: 'One reader, one offer, few words.',
        isPublished: true,
        resources: [
          {
            key: 'promise',
            title: 'One reader, one promise',
            fileType: 'video',
            media: 'ads-promise',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'test',
        title: 'Which one worked?',
        description: 'Fair tests with small numbers.',
        isPublished: true,
        resources: [
          { key: 'test', title: 'Change one thing', fileType: 'video', media: 'ads-test' },
          { key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' },
        ],
      },
    ],
    outcomes: [
      'Describe one reader in one line',
      'Make an offer that can be repeated from memory',
      'Cut an advertisement by half and lose nothing',
      'Run a test that can be lost',
    ],
    faq: [
      {
        question: 'Is it about social media?',
        answer: 'It is about words. They work on a poster, in a message and in a post.',
      },
      {
        question: 'Do I need a budget?',
        answer: 'No. The tests in the course use a notice board and a phone number.',
      },
      {
        question: 'Which language do we write in?',
        answer: 'Examples are in English, with some in Malay and in the mixture people really speak.',
      },
    ],
  },
  local: {
    key: 'being-found-nearby',
    title: 'Being Found Nearby',
    category: 'Marketing',
    description: [
      'For shops and services: the facts people look for, in the places where they look.',
      'Someone two streets away is looking for exactly what you do. They want to know three things: are you open, where are you, and do you do it. This course makes sure the answer is the same everywhere, that your photographs show the door, and that reviews are asked for honestly.',
    ].join('\n\n'),
    priceCents: 5900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'mei-ling',
    createdBy: 'mei-ling',
    createdDaysAgo: 134,
    outline: [
      {
        key: 'facts',
        title: 'Three facts',
        description: 'Open, where, what.',
        isPublished: true,
        resources: [
          {
            key: 'facts',
            title: 'The three facts people look for',
            fileType: 'video',
            media: 'local-facts',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'plan',
        title: 'A month of small jobs',
        description: 'Plan the work around the shop.',
        isPublished: true,
        resources: [{ key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' }],
      },
    ],
    outcomes: [
      'Keep name, address and hours the same everywhere',
      'Take the four photographs every shop needs',
      'Ask for a review without buying it',
    ],
    faq: [
      {
        question: 'Do I need a website?',
        answer: 'Not to begin. A correct listing does more than a neglected site.',
      },
      {
        question: 'How soon will it work?',
        answer: 'Correct facts help at once. Being ranked higher takes months, and nobody can promise it.',
      },
      {
        question: 'Is it only for shops?',
        answer: 'Also for those who travel to the customer: plumbers, tutors, make-up artists.',
      },
    ],
  },
  email: {
    key: 'email-that-gets-opened',
    title: 'E-mail That Gets Opened',
    category: 'Marketing',
    description: [
      'Write fewer messages, to people who asked for them, with a subject that keeps its word.',
      'A list of two hundred people who said yes is worth more than ten thousand who did not, and keeps you on the right side of the Personal Data Protection Act. You will build such a list, write the first three messages and decide in advance when to stop.',
    ].join('\n\n'),
    priceCents: 6900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'mei-ling',
    createdBy: 'mei-ling',
    createdDaysAgo: 88,
    outline: [
      {
        key: 'subject',
        title: 'The subject line',
        description: 'A promise of six words.',
        isPublished: true,
        resources: [
          {
            key: 'subject',
            title: 'The subject is a promise',
            fileType: 'video',
            media: 'email-subject',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'rhythm',
        title: 'A rhythm you can keep',
        description: 'Three messages, planned.',
        isPublished: true,
        resources: [{ key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' }],
      },
    ],
    outcomes: [
      'Ask for permission in one clear sentence',
      'Write subjects that the message then keeps',
      'Measure replies instead of opens',
    ],
    faq: [
      {
        question: 'Which mailing service do you use?',
        answer: 'The lessons work with any of them, or with none while your list is small.',
      },
      { question: 'May I buy a list?', answer: 'No. It harms you, and it is likely to break the law.' },
      { question: 'How often should I write?', answer: 'As often as you have something worth a reply.' },
    ],
  },
} satisfies Record<string, DemoCourse>
