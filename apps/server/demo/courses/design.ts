import type { DemoCourse } from '../school-types.ts'

export const designCourses = {
  interfaces: {
    key: 'interface-design-for-engineers',
    title: 'Interface Design for Engineers',
    category: 'Design',
    description: [
      'Spacing, type and hierarchy for people who would rather be writing code.',
      'You do not need taste to make a clear screen. You need about a dozen rules and the patience to apply them in order. This course gives the rules in the order in which they help: group things, size things, align things, and only then choose a colour.',
      'Each rule is shown on one plain form that improves as we go, the sort of form found at any clinic counter from Kangar to Tawau.',
    ].join('\n\n'),
    priceCents: 18900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'jia-hui',
    createdBy: 'jia-hui',
    createdDaysAgo: 224,
    outline: [
      {
        key: 'space',
        title: 'Space before anything',
        description: 'Grouping by distance.',
        isPublished: true,
        resources: [
          {
            key: 'spacing',
            title: 'Spacing says what belongs together',
            fileType: 'video',
            media: 'ui-spacing',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'review',
        title: 'Looking with a list',
        description: 'Review any screen in ten minutes.',
        isPublished: true,
        resources: [
          { key: 'checklist', title: 'Checklist: review one screen', fileType: 'pdf', media: 'ui-checklist' },
        ],
      },
    ],
    outcomes: [
      'Group a form with space alone, without a single box',
      'Limit a page to three levels of importance',
      'Pick sizes from a scale and stop guessing',
      'Review a colleague’s screen and give advice they can use',
    ],
    faq: [
      {
        question: 'Do I need design software?',
        answer: 'No. Every exercise can be done in the browser or on squared paper.',
      },
      {
        question: 'Is this about web or mobile?',
        answer: 'Both. The rules are about reading, and people read both.',
      },
      {
        question: 'Will you look at my screens?',
        answer:
          'Post one in the community and use the checklist together; that is how the course is meant to end.',
      },
    ],
  },
  systems: {
    key: 'design-systems-that-survive',
    title: 'Design Systems That Survive',
    category: 'Design',
    description: [
      'Tokens, naming and the politics of getting a second team to use your button.',
      'Design systems seldom die of bad components. They die of names that describe colours instead of reasons, of a release that broke four screens before lunch, and of a team that was never asked. We treat those three as design problems and solve them in that order.',
      'You will leave with a token list of under forty names, a rule for adding the forty-first, and a one-page agreement for the teams that share it.',
    ].join('\n\n'),
    priceCents: 21900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'jia-hui',
    createdBy: 'jia-hui',
    createdDaysAgo: 174,
    outline: [
      {
        key: 'names',
        title: 'Names that last',
        description: 'Why a token is named for its reason.',
        isPublished: true,
        resources: [
          {
            key: 'tokens',
            title: 'Tokens: name the reason',
            fileType: 'video',
            media: 'ds-tokens',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'second-team',
        title: 'The second team',
        description: 'Adoption, agreements and saying no kindly.',
        isPublished: true,
        resources: [
          {
            key: 'agreement',
            title: 'Template: a one-page agreement',
            fileType: 'pdf',
            media: 'ds-agreement',
          },
        ],
      },
    ],
    outcomes: [
      'Split raw values from reasons, so that a new theme is an afternoon’s work',
      'Name tokens so that a newcomer picks the right one',
      'Version a component without breaking its users',
      'Write the agreement that two teams can both sign',
    ],
    faq: [
      {
        question: 'We are only three people. Is it for us?',
        answer: 'Yes. Small teams gain most from naming things once.',
      },
      {
        question: 'Do you use a particular tool?',
        answer: 'Examples are in plain CSS variables, and carry over to any tool that has variables.',
      },
      { question: 'Is there a certificate?', answer: 'Yes, once all lessons are complete.' },
    ],
  },
  accessibility: {
    key: 'accessible-pages-in-a-week',
    title: 'Accessible Pages in a Week',
    category: 'Design',
    description: [
      'Seven small habits that let more people use what you build.',
      'One in six people in the world lives with a significant disability, and everybody else has a cracked screen in the sun at some point. Most barriers on the web come from a handful of omissions: low contrast, missing labels, lost focus, pictures without words. Each takes minutes to mend.',
      'Take one habit a day. On the seventh, unplug your mouse and try to buy something from your own site.',
    ].join('\n\n'),
    priceCents: 0,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'wei-jian',
    createdBy: 'farid',
    createdDaysAgo: 142,
    outline: [
      {
        key: 'see',
        title: 'Seeing',
        description: 'Contrast and size.',
        isPublished: true,
        resources: [
          {
            key: 'contrast',
            title: 'Contrast is arithmetic',
            fileType: 'video',
            media: 'a11y-contrast',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'week',
        title: 'The week',
        description: 'One habit a day, with room for notes.',
        isPublished: true,
        resources: [{ key: 'week', title: 'Seven-day checklist', fileType: 'pdf', media: 'a11y-week' }],
      },
    ],
    outcomes: [
      'Work out a contrast ratio and know what it must be',
      'Label every field so that a screen reader can say it',
      'Reach everything with the keyboard, in a sensible order',
      'Write a text alternative that says what the picture does',
    ],
    faq: [
      {
        question: 'Is this enough for a formal audit?',
        answer: 'No. It removes the common barriers; an audit then has less to find.',
      },
      {
        question: 'Do I need a screen reader?',
        answer: 'One comes with your phone and your computer. We show how to turn it on, and off again.',
      },
      {
        question: 'Why is it free?',
        answer: 'Because the web gets better for all of us when more people know it.',
      },
    ],
  },
  colour: {
    key: 'colour-with-reasons',
    title: 'Colour With Reasons',
    category: 'Design',
    description: [
      'Give each colour one job, and you will need far fewer of them.',
      'Batik makers in Kelantan have long worked with few dyes and clear rules about where each may go. Screens deserve the same care. In this short course you list the jobs first (ground, text, action, warning), hire one colour for each, and test the team in sunlight.',
      'No colour wheel is harmed. There is one worksheet, and you will need three pencils.',
    ].join('\n\n'),
    priceCents: 4900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'jia-hui',
    createdBy: 'mei-ling',
    createdDaysAgo: 80,
    outline: [
      {
        key: 'jobs',
        title: 'Jobs first',
        description: 'What colour is for.',
        isPublished: true,
        resources: [
          {
            key: 'roles',
            title: 'Give each colour a job',
            fileType: 'video',
            media: 'colour-roles',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'palette',
        title: 'Your palette',
        description: 'From jobs to six values.',
        isPublished: true,
        resources: [
          {
            key: 'worksheet',
            title: 'Worksheet: six jobs, six colours',
            fileType: 'pdf',
            media: 'colour-worksheet',
          },
        ],
      },
    ],
    outcomes: [
      'List the jobs colour has on your screens',
      'Choose one colour for each and defend it',
      'Keep meaning when colour is taken away',
      'Build a dark theme without starting again',
    ],
    faq: [
      {
        question: 'I am colour-blind. Can I take it?',
        answer:
          'Please do. The method is about roles and lightness, and does not depend on telling hues apart.',
      },
      { question: 'Do you cover printing?', answer: 'Only in one note. The course is about screens.' },
      { question: 'How long is it?', answer: 'An afternoon, with the worksheet.' },
    ],
  },
} satisfies Record<string, DemoCourse>
