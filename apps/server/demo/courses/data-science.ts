import type { DemoCourse } from '../school-types.ts'

export const dataScienceCourses = {
  sql: {
    key: 'sql-for-people-with-questions',
    title: 'SQL for People with Questions',
    category: 'Data Science',
    description: [
      'Ask better questions of your own data, from a first SELECT to window functions.',
      'SQL is the rare computer language that reads like the question you had in mind. Which outlets sold less this week than last? Who bought twice and then stopped? Which three items carry half the takings? Each module answers one kind of question, on one small database: a chain of four bakeries from Ipoh to Melaka.',
      'You will meet the traps early, because they are where wrong reports come from: the value that is not there, the join that doubles the money, the average of averages.',
      'Everything shown works in PostgreSQL and, with small changes, in any other database your office is likely to have.',
    ].join('\n\n'),
    priceCents: 12900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'priya',
    createdBy: 'priya',
    createdDaysAgo: 216,
    outline: [
      {
        key: 'asking',
        title: 'Asking for rows',
        description: 'SELECT, WHERE, and the value that is not there.',
        isPublished: true,
        resources: [
          {
            key: 'select',
            title: 'Rows in, rows out',
            fileType: 'video',
            media: 'sql-select',
            isFreePreview: true,
          },
          { key: 'where', title: 'Filtering, and the trap of NULL', fileType: 'video', media: 'sql-where' },
          {
            key: 'order',
            title: 'Handout: the order in which SQL thinks',
            fileType: 'pdf',
            media: 'sql-order',
          },
        ],
      },
      {
        key: 'joining',
        title: 'Joining and counting',
        description: 'Two lists, one answer, and the join that doubles the money.',
        isPublished: true,
        resources: [
          { key: 'join', title: 'A join draws lines between lists', fileType: 'video', media: 'sql-join' },
          { key: 'group', title: 'Grouping answers “how many”', fileType: 'video', media: 'sql-group' },
          { key: 'worksheet', title: 'Worksheet: four bakeries', fileType: 'pdf', media: 'sql-worksheet' },
        ],
      },
      {
        key: 'windows',
        title: 'Keeping the row',
        description: 'Running totals and last week beside this week.',
        isPublished: true,
        resources: [
          { key: 'window', title: 'Window functions keep the row', fileType: 'video', media: 'sql-window' },
        ],
      },
    ],
    outcomes: [
      'Turn a question in words into a query',
      'Join tables without counting anything twice',
      'Treat missing values on purpose',
      'Put last week beside this week with a window function',
    ],
    faq: [
      {
        question: 'Do I need to install a database?',
        answer:
          'No. You can read along on paper first. The worksheet has the whole database printed on one page.',
      },
      {
        question: 'I know a little SQL. Where do I start?',
        answer: 'At the second module. If the join that doubles the money surprises you, go back one.',
      },
      {
        question: 'Does it cover Excel?',
        answer: 'Only to compare. If a pivot table answers your question, we say so.',
      },
    ],
  },
  forecasting: {
    key: 'forecasting-with-time-series',
    title: 'Forecasting with Time Series',
    category: 'Data Science',
    description: [
      'Seasonality, uncertainty and knowing when a straight line is enough.',
      'How many loaves for the week before Hari Raya? How many buses when school starts? Forecasts are asked for by people who must order something by Thursday. This course gives them a number, a range, and a sentence about what could make both wrong.',
      'You begin with the forecast that costs nothing, which is last year’s value, and earn every further step by beating it.',
    ].join('\n\n'),
    priceCents: 17900,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'priya',
    createdBy: 'priya',
    createdDaysAgo: 158,
    outline: [
      {
        key: 'parts',
        title: 'Taking a series apart',
        description: 'Trend, season and what is left.',
        isPublished: true,
        resources: [
          {
            key: 'season',
            title: 'Trend, season, remainder',
            fileType: 'video',
            media: 'fc-season',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'baseline',
        title: 'The forecast to beat',
        description: 'Baselines, errors and ranges.',
        isPublished: true,
        resources: [
          {
            key: 'baseline',
            title: 'Beat the forecast that costs nothing',
            fileType: 'video',
            media: 'fc-baseline',
          },
          { key: 'planner', title: 'Study planner', fileType: 'pdf', media: 'study-planner' },
        ],
      },
    ],
    outcomes: [
      'See trend and season in a plot before any formula',
      'Use last year as the forecast to beat',
      'Measure error in units that the buyer understands',
      'Give a range, and say what it leaves out',
    ],
    faq: [
      {
        question: 'How much mathematics is there?',
        answer: 'Averages, differences and percentages. One lesson uses a square root.',
      },
      {
        question: 'How do you treat moving holidays?',
        answer:
          'Hari Raya, Chinese New Year and Deepavali move through the calendar; one lesson is about nothing else.',
      },
      {
        question: 'Which software do I need?',
        answer: 'A spreadsheet is enough. Python notes are given beside it.',
      },
    ],
  },
  statistics: {
    key: 'statistics-out-loud',
    title: 'Statistics You Can Say Out Loud',
    category: 'Data Science',
    description: [
      'The five ideas behind most of the numbers in the news, without formulas to memorise.',
      'Which average? Compared with what? Out of how many? How sure? Says who? Ask these five and you will understand more about a survey than many who print it. Every lesson ends with a sentence you can say to a colleague without notes.',
      'It is free, takes under an hour, and is the course we suggest before any of our others on data.',
    ].join('\n\n'),
    priceCents: 0,
    isPrivate: false,
    seller: 'orbit',
    instructor: 'priya',
    createdBy: 'priya',
    createdDaysAgo: 126,
    outline: [
      {
        key: 'average',
        title: 'Which average?',
        description: 'Mean, median and one very rich neighbour.',
        isPublished: true,
        resources: [
          {
            key: 'middle',
            title: 'Mean, median and the rich neighbour',
            fileType: 'video',
            media: 'stats-middle',
            isFreePreview: true,
          },
        ],
      },
      {
        key: 'sure',
        title: 'How sure?',
        description: 'Samples and their margins.',
        isPublished: true,
        resources: [
          { key: 'sample', title: 'How many people is enough?', fileType: 'video', media: 'stats-sample' },
          {
            key: 'worksheet',
            title: 'Worksheet: five questions for a headline',
            fileType: 'pdf',
            media: 'stats-worksheet',
          },
        ],
      },
    ],
    outcomes: [
      'Choose the average that answers the question',
      'Explain a margin of error in one sentence',
      'Spot a comparison with nothing to compare to',
      'Read a headline and ask for the denominator',
    ],
    faq: [
      {
        question: 'I was bad at maths. Will I cope?',
        answer: 'Yes. There is some counting and one division.',
      },
      {
        question: 'Is there a test?',
        answer: 'There is a worksheet that nobody marks but you, and three quick questions at the end.',
      },
      {
        question: 'What comes after this?',
        answer: 'SQL for People with Questions, if you have data of your own.',
      },
    ],
  },
  retail: {
    key: 'retail-data-clinic',
    title: 'Retail Data Clinic: Cohort 4',
    category: 'Data Science',
    description: [
      'Eight shops, their own numbers, and one question each.',
      'A private clinic for the shops of the fourth cohort. Bring your till’s export for one month; we look at what sells with what, what stopped selling, and one thing to try before the next session.',
      'Nothing from your shop leaves the group.',
    ].join('\n\n'),
    priceCents: 19900,
    isPrivate: true,
    seller: 'selat',
    instructor: 'daniel',
    createdBy: 'mei-ling',
    createdDaysAgo: 72,
    outline: [
      {
        key: 'baskets',
        title: 'Session 1: baskets',
        description: 'What people buy together.',
        isPublished: true,
        resources: [
          { key: 'basket', title: 'What sells with what', fileType: 'video', media: 'retail-basket' },
        ],
      },
      {
        key: 'queries',
        title: 'Session 2: asking the till',
        description: 'The query sheet used in the session.',
        isPublished: true,
        resources: [
          {
            key: 'order',
            title: 'Handout: the order in which SQL thinks',
            fileType: 'pdf',
            media: 'sql-order',
          },
        ],
      },
    ],
    outcomes: [
      'Read your own till’s export',
      'Find two items that belong on one shelf',
      'Try one change and measure it fairly',
    ],
    faq: [
      { question: 'Can I join late?', answer: 'Ask Daniel. The next cohort opens when this one ends.' },
      {
        question: 'Who sees my figures?',
        answer: 'The eight shops in the cohort and the instructor, and nobody else.',
      },
      {
        question: 'Do you record the sessions?',
        answer: 'Only the teaching parts. The discussion of your numbers is not recorded.',
      },
    ],
  },
} satisfies Record<string, DemoCourse>
