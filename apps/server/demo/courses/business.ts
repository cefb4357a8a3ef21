import type { DemoCourse } from '../school-types.ts'

export const businessCourses = {
  pricing: {
    key: 'pricing-a-small-business',
    title: 'Pricing a Small Business',
    category: 'Business',
    description: [
      'Set a price you can say out loud. Costs, margins and the conversation after.',
      'Most people who work for themselves price by looking sideways: what does the other kedai charge, and can I go a little lower? This course starts from your own side of the counter. First the floor, which is what the work costs you, including your hours. Then the room above it, which is what the work is worth to somebody. The price lives between the two.',
      'The examples are a home baker in Batu Pahat, an air-conditioner technician and a wedding photographer, with real sums in ringgit.',
    ].join('\n\n'),
    priceCents: 8900,
    isPrivate: false,
    seller: 'nurul-huda',
    instructor: 'nurul-huda',
    createdBy: 'nurul-huda',
    createdDaysAgo: 210,
    outline: [
      {
        key: 'floor',
        title: 'The floor',
        description: 'What the work costs before you earn anything.',
        isPublished: true,
        resources: [
          {
            key: 'margin',
            title: 'Margin is not markup',
            fileType: 'video',
            media: 'price-margin',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'price',
        title: 'The price',
        description: 'Work out your own, on paper.',
        isPublished: true,
        resources: [
          {
            key: 'worksheet',
            title: 'Worksheet: your hour, your floor',
            fileType: 'pdf',
            media: 'price-worksheet',
          },
        ],
      },
    ],
    outcomes: [
      'Work out what one hour of yours costs',
      'Tell margin from markup, and use the right one',
      'Raise a price and keep the customer',
      'Say the number, then stop talking',
    ],
    faq: [
      {
        question: 'Is this accounting?',
        answer: 'No. It is arithmetic with a purpose. A calculator is enough.',
      },
      {
        question: 'I sell goods, not hours. Does it fit?',
        answer: 'Yes. The baker’s example is for you: ingredients, gas, boxes, and the tray that burned.',
      },
      { question: 'Can you tell me my price?', answer: 'No, but by the end you will be able to tell me.' },
    ],
  },
  bookkeeping: {
    key: 'bookkeeping-for-freelancers',
    title: 'Bookkeeping for Freelancers',
    category: 'Business',
    description: [
      'Invoices, receipts and a tax season in Malaysia that takes an afternoon.',
      'You do not need accounting software to begin. You need one list, two sides, and ten minutes every Friday. This course shows the list, explains the two sides with a plate of nasi lemak, and sets up the folder in which every receipt waits until its seven years are over.',
      'It is general teaching and not tax advice; where the rules depend on your case, we say so and tell you whom to ask.',
    ].join('\n\n'),
    priceCents: 9900,
    isPrivate: false,
    seller: 'nurul-huda',
    instructor: 'nurul-huda',
    createdBy: 'nurul-huda',
    createdDaysAgo: 182,
    outline: [
      {
        key: 'sides',
        title: 'Two sides',
        description: 'Where money comes from and where it goes.',
        isPublished: true,
        resources: [
          {
            key: 'two-sides',
            title: 'Every entry has two sides',
            fileType: 'video',
            media: 'books-two-sides',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'friday',
        title: 'Ten minutes on Friday',
        description: 'The routine that makes April boring.',
        isPublished: true,
        resources: [
          {
            key: 'accounts',
            title: 'Handout: accounts for one person',
            fileType: 'pdf',
            media: 'books-accounts',
          },
        ],
      },
    ],
    outcomes: [
      'Keep a two-sided record without special software',
      'Number invoices so that none goes missing',
      'Keep receipts in a form you can find in seven years',
      'Hand your accountant one tidy folder',
    ],
    faq: [
      {
        question: 'Does it replace an accountant?',
        answer: 'No. It makes the accountant’s hour shorter, which is cheaper.',
      },
      {
        question: 'Is e-invoicing covered?',
        answer:
          'The record you learn to keep holds everything an invoice needs. For current duties and dates, check with the Inland Revenue Board.',
      },
      {
        question: 'Sole proprietor or Sdn Bhd?',
        answer: 'The course is for people who work alone, registered or not. A company has further duties.',
      },
    ],
  },
  contracts: {
    key: 'reading-a-contract',
    title: 'Reading a Contract Before You Sign',
    category: 'Business',
    description: [
      'A reading course, on paper: two handouts, a pencil and one hour.',
      'Contracts look alike because they answer the same nine questions. Learn the questions and you can find the answers in any of them, in English or Malay, and notice the ones that are missing.',
      'There are no videos. You print the handouts, read a sample agreement for a pop-up stall, and mark it up. It is general teaching and no substitute for a lawyer when the sum is large.',
    ].join('\n\n'),
    priceCents: 3900,
    isPrivate: false,
    seller: 'nurul-huda',
    instructor: 'nurul-huda',
    createdBy: 'nurul-huda',
    createdDaysAgo: 118,
    outline: [
      {
        key: 'questions',
        title: 'Nine questions',
        description: 'What every agreement has to answer.',
        isPublished: true,
        resources: [
          {
            key: 'questions',
            title: 'Handout: nine questions',
            fileType: 'pdf',
            media: 'contract-questions',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'sample',
        title: 'A sample, with a pencil',
        description: 'Mark up an agreement for a pop-up stall.',
        isPublished: true,
        resources: [
          { key: 'sample', title: 'Exercise: the pop-up stall', fileType: 'pdf', media: 'contract-sample' },
        ],
      },
    ],
    outcomes: [
      'Find who, what, when and how much in any agreement',
      'Notice a missing answer before it costs money',
      'Ask for a change politely and in writing',
    ],
    faq: [
      {
        question: 'Why are there no videos?',
        answer: 'Because reading is learned by reading. The handouts are made to be printed and written on.',
      },
      {
        question: 'Is this legal advice?',
        answer: 'No. It teaches you to read and to ask. For large sums, take the marked-up copy to a lawyer.',
      },
      {
        question: 'Are the papers in Malay too?',
        answer: 'The handout lists the nine questions in both languages.',
      },
    ],
  },
  handbook: {
    key: 'orbit-instructor-handbook',
    title: 'Orbit Instructor Handbook',
    category: 'Business',
    description: [
      'How we make lessons at Orbit Academy, for the people who make them.',
      'One idea to a lesson, a check before the next idea, and words a tired person can follow. This private course holds our lesson plan, the recording checklist and the reasons for both.',
    ].join('\n\n'),
    priceCents: 0,
    isPrivate: true,
    seller: 'orbit',
    instructor: 'farid',
    createdBy: 'farid',
    createdDaysAgo: 112,
    outline: [
      {
        key: 'learning',
        title: 'How people learn',
        description: 'Why our lessons are short and ask questions.',
        isPublished: true,
        resources: [
          {
            key: 'study-method',
            title: 'What makes a lesson stay',
            fileType: 'video',
            media: 'study-method',
          },
        ],
      },
      {
        key: 'plan',
        title: 'Planning a lesson',
        description: 'One page before the camera.',
        isPublished: true,
        resources: [{ key: 'plan', title: 'Template: lesson plan', fileType: 'pdf', media: 'lesson-plan' }],
      },
    ],
    outcomes: [
      'Plan a lesson around one idea',
      'Write a check that shows whether it was understood',
      'Record in one sitting, in a quiet room',
    ],
    faq: [
      {
        question: 'Who can see this course?',
        answer: 'Only the people we have enrolled: those who teach at Orbit or are about to.',
      },
      { question: 'May I reuse the template elsewhere?', answer: 'Yes. Take it with you.' },
      {
        question: 'Whom do I ask for help?',
        answer: 'Farid, in the office, or write in the instructors’ group.',
      },
    ],
  },
  customers: {
    key: 'your-first-ten-customers',
    title: 'Your First Ten Customers',
    category: 'Business',
    description: [
      'Before the logo and the website: ten conversations, three sales and one honest list.',
      'The first ten customers do not come from advertising. They come from people who know people with the problem you solve. This course gives you the questions to ask, the things not to say, and a simple record that shows when to stop talking and start charging.',
      'It was first taught on Saturday mornings above a hardware shop in Cheras, and keeps the tone.',
    ].join('\n\n'),
    priceCents: 9900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'farid',
    createdBy: 'farid',
    createdDaysAgo: 56,
    outline: [
      {
        key: 'talk',
        title: 'Ten conversations',
        description: 'What to ask, and what to leave unsaid.',
        isPublished: true,
        resources: [
          {
            key: 'conversations',
            title: 'Ask about last time',
            fileType: 'video',
            media: 'ten-conversations',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'sell',
        title: 'Three sales',
        description: 'From a promise to a payment.',
        isPublished: true,
        resources: [
          { key: 'script', title: 'Worksheet: conversation record', fileType: 'pdf', media: 'ten-record' },
          { key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' },
        ],
      },
    ],
    outcomes: [
      'Find ten people who have the problem',
      'Ask about what they did, not what they would do',
      'Tell politeness from interest',
      'Make the first offer with a price in it',
    ],
    faq: [
      {
        question: 'I have no product yet. Too early?',
        answer: 'It is the best time. Changing a conversation is cheaper than changing a product.',
      },
      {
        question: 'Do I have to call strangers?',
        answer: 'No. You begin with people you know, and ask each for one name.',
      },
      {
        question: 'Does it work for online shops?',
        answer: 'Yes. The first ten are people wherever the shop is.',
      },
    ],
  },
} satisfies Record<string, DemoCourse>
