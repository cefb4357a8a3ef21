import type { DemoCourse } from '../school-types.ts'

export const aiCourses = {
  practical: {
    key: 'practical-machine-learning',
    title: 'Practical Machine Learning',
    category: 'AI & ML',
    description: [
      'Train, test and ship a model you can explain to the person who has to trust it.',
      'We predict which bookings at a clinic in Shah Alam will not show up. It is a modest problem with all the real difficulties: few examples of what matters, a clerk who needs the answer by eight in the morning, and patients who deserve not to be labelled unfairly.',
      'Every module ends with something to hand over: a split that nobody can peek into, a confusion matrix with costs on it, a one-page model card.',
      'You should be comfortable with basic Python. The mathematics is explained where it is used.',
    ].join('\n\n'),
    priceCents: 24900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'kavitha',
    createdBy: 'kavitha',
    createdDaysAgo: 204,
    outline: [
      {
        key: 'before',
        title: 'Before the model',
        description: 'Splits, leaks and the baseline.',
        isPublished: true,
        resources: [
          { key: 'study-method', title: 'How to use this course', fileType: 'video', media: 'study-method' },
          {
            key: 'split',
            title: 'Train, test, and never peek',
            fileType: 'video',
            media: 'ml-split',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'measuring',
        title: 'Measuring it honestly',
        description: 'Four numbers, two kinds of mistake.',
        isPublished: true,
        resources: [
          { key: 'confusion', title: 'Reading a confusion matrix', fileType: 'video', media: 'ml-confusion' },
          {
            key: 'worksheet',
            title: 'Worksheet: what does a mistake cost?',
            fileType: 'pdf',
            media: 'ml-worksheet',
          },
        ],
      },
      {
        key: 'people',
        title: 'Putting it in front of people',
        description: 'Being rewritten for the next term.',
        isPublished: false,
        resources: [
          { key: 'model-card', title: 'Template: model card', fileType: 'pdf', media: 'ml-model-card' },
        ],
      },
    ],
    outcomes: [
      'Split data so that the test stays a surprise',
      'Compare every model with a baseline that costs nothing',
      'Read a confusion matrix and choose a threshold by cost',
      'Explain one prediction to the person it is about',
    ],
    faq: [
      {
        question: 'Do I need a powerful computer?',
        answer: 'No. The data has four thousand rows and trains in seconds.',
      },
      {
        question: 'Is there deep learning?',
        answer: 'No. See A Neural Network by Hand for a first look; most office problems need less.',
      },
      {
        question: 'Is the clinic’s data real?',
        answer: 'No. It was made for the course, so that nobody’s visits are in it.',
      },
    ],
  },
  evaluation: {
    key: 'evaluating-language-models',
    title: 'Evaluating Language Models',
    category: 'AI & ML',
    description: [
      'Build a test set first. Then decide whether the clever thing is any better.',
      'A language model gives a convincing answer to nearly everything, which makes it hard to tell a good system from a fluent one. The way out is old: write down what good means, collect cases that matter to you, and count.',
      'The running example is a helpdesk that answers in English, Malay and Manglish. You will write its rubric, measure how far two people agree, and only then let a model act as the judge.',
    ].join('\n\n'),
    priceCents: 29900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'kavitha',
    createdBy: 'kavitha',
    createdDaysAgo: 150,
    outline: [
      {
        key: 'first',
        title: 'The test set first',
        description: 'Cases from life, not from imagination.',
        isPublished: true,
        resources: [
          { key: 'study-method', title: 'How to use this course', fileType: 'video', media: 'study-method' },
          {
            key: 'test-set',
            title: 'Build the test set first',
            fileType: 'video',
            media: 'eval-test-set',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'judging',
        title: 'Judging',
        description: 'A rubric two people can share.',
        isPublished: true,
        resources: [
          {
            key: 'rubric',
            title: 'Template: rubric and agreement sheet',
            fileType: 'pdf',
            media: 'eval-rubric',
          },
        ],
      },
    ],
    outcomes: [
      'Collect fifty cases that represent your users',
      'Write a rubric that two people apply alike',
      'Measure agreement before you trust a score',
      'Report a comparison with its uncertainty',
    ],
    faq: [
      { question: 'Which models does it cover?', answer: 'None in particular. The method outlives them.' },
      {
        question: 'Do I need to program?',
        answer: 'A spreadsheet is enough for fifty cases. Scripts are offered for more.',
      },
      {
        question: 'Is it suitable for managers?',
        answer: 'Yes. If you have to sign for the system, this course is for you.',
      },
    ],
  },
  neuron: {
    key: 'a-neural-network-by-hand',
    title: 'A Neural Network by Hand',
    category: 'AI & ML',
    description: [
      'One neuron, three numbers and a pencil. Then a thousand of them.',
      'Large networks are small sums, repeated. In this free course you compute one neuron by hand, see what its three numbers mean, and improve them step by step until it can tell ripe mangoes from unripe ones. Nothing is hidden in a library.',
      'Afterwards the word “training” will mean something you have done yourself.',
    ].join('\n\n'),
    priceCents: 0,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'kavitha',
    createdBy: 'kavitha',
    createdDaysAgo: 96,
    outline: [
      {
        key: 'one',
        title: 'One neuron',
        description: 'Weights, a bias and a bend.',
        isPublished: true,
        resources: [
          {
            key: 'neuron',
            title: 'One neuron, by hand',
            fileType: 'video',
            media: 'nn-neuron',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'training',
        title: 'Training',
        description: 'Downhill, one step at a time.',
        isPublished: true,
        resources: [
          { key: 'descent', title: 'Downhill, one step at a time', fileType: 'video', media: 'nn-descent' },
        ],
      },
    ],
    outcomes: [
      'Compute a neuron’s output with a pencil',
      'Say what a weight and a bias do',
      'Take one step of gradient descent',
      'Know why a step can be too large',
    ],
    faq: [
      {
        question: 'How much mathematics do I need?',
        answer: 'Multiplication, addition, and the idea of a slope.',
      },
      { question: 'Is there code?', answer: 'Not until the very end, and then nine lines of it.' },
      {
        question: 'Why mangoes?',
        answer: 'Because you can tell a ripe one yourself, and so you can see whether the neuron is right.',
      },
    ],
  },
  prompts: {
    key: 'prompts-as-specifications',
    title: 'Prompts as Specifications',
    category: 'AI & ML',
    description: [
      'Write instructions for a language model as you would for a careful colleague.',
      'A prompt is a specification that is executed at once. It needs what every specification needs: the goal, the limits, examples of right and wrong, and what to do when in doubt.',
      'This course is being recorded. Those who enrol now get each lesson as it is finished.',
    ].join('\n\n'),
    priceCents: 1900,
    isPrivate: false,
    seller: 'selat',
    instructor: 'daniel',
    createdBy: 'daniel',
    createdDaysAgo: 64,
    outline: [],
    outcomes: [
      'State a goal so that it can be checked',
      'Give examples that teach the edge, not the middle',
      'Say what to do when the answer is not known',
    ],
    faq: [
      {
        question: 'When does it start?',
        answer: 'Lessons appear as they are finished. You will be notified of each.',
      },
      {
        question: 'Why can I buy it already?',
        answer: 'The early price pays for the recording. If you would rather wait, please do.',
      },
      { question: 'Which model is used?', answer: 'Several, to show that a good specification travels.' },
    ],
  },
} satisfies Record<string, DemoCourse>
