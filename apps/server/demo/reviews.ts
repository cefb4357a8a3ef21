// What the demo school's learners say of their courses. Times are days before the first start.

export interface DemoReview {
  course: string
  /** Key of a person who is enrolled; null: one of the many learners of demo/learners.ts, whoever has the course longest. */
  by: string | null
  daysAgo: number
  rating: 1 | 2 | 3 | 4 | 5
  /** '' for stars alone. */
  text: string
  reply?: { text: string; daysAgo: number }
}

export const demoReviews: DemoReview[] = [
  // sql-for-people-with-questions
  {
    course: 'sql-for-people-with-questions',
    by: 'arvind',
    daysAgo: 58,
    rating: 5,
    text: 'The lesson where a join is drawn as lines between two lists fixed something I had been getting wrong at work for two years. I redid the four bakeries worksheet with our own branches and found a double count in last quarter’s report.',
    reply: {
      text: 'The double count is exactly why the bakeries are in there. Thank you for trying it on real numbers, Arvind.',
      daysAgo: 57,
    },
  },
  {
    course: 'sql-for-people-with-questions',
    by: 'syafiqah',
    daysAgo: 41,
    rating: 4,
    text: 'Penerangan tentang NULL memang jelas, akhirnya saya faham kenapa WHERE saya selalu “hilang” baris. Saya harap ada lebih banyak latihan sebelum masuk ke window functions.',
  },
  {
    course: 'sql-for-people-with-questions',
    by: null,
    daysAgo: 96,
    rating: 5,
    text: 'Short lessons, one idea each. I watched one every lunch break and could answer my manager’s questions myself within a month.',
  },
  {
    course: 'sql-for-people-with-questions',
    by: null,
    daysAgo: 71,
    rating: 3,
    text: 'Good teaching, but it stops where I needed it most: nothing about indexes or why a query is slow. Fair for a beginner, thin for somebody who writes SQL already.',
    reply: {
      text: 'You are right that speed is left out on purpose: it needs a second course, and we are writing it. Until then the handout on the order in which SQL thinks is the best first step.',
      daysAgo: 69,
    },
  },
  { course: 'sql-for-people-with-questions', by: null, daysAgo: 52, rating: 5, text: '' },
  {
    course: 'sql-for-people-with-questions',
    by: null,
    daysAgo: 33,
    rating: 5,
    text: 'Saya bukan orang IT. Contoh kedai roti senang diikut dan helaian kerja boleh dicetak. Berbaloi.',
  },
  {
    course: 'sql-for-people-with-questions',
    by: null,
    daysAgo: 19,
    rating: 4,
    text: 'Grouping answers “how many” is the clearest explanation of GROUP BY I have seen. The sound in one of the early videos is a little low.',
  },
  { course: 'sql-for-people-with-questions', by: null, daysAgo: 6, rating: 4, text: '' },
  // practical-machine-learning
  {
    course: 'practical-machine-learning',
    by: 'arvind',
    daysAgo: 18,
    rating: 5,
    text: '“Train, test, and never peek” should be on the wall of every data team. The model card template is now part of how we hand over models.',
  },
  {
    course: 'practical-machine-learning',
    by: null,
    daysAgo: 80,
    rating: 4,
    text: 'The worksheet on what a mistake costs made our clinic choose a different threshold. I would have liked one more worked example with text rather than tables.',
    reply: {
      text: 'That is a good use of the worksheet. A text example is planned for the next revision of module two.',
      daysAgo: 78,
    },
  },
  {
    course: 'practical-machine-learning',
    by: null,
    daysAgo: 47,
    rating: 5,
    text: 'Reading a confusion matrix row by row, aloud, is such a simple habit. I will not mix up the two kinds of mistake again.',
  },
  {
    course: 'practical-machine-learning',
    by: null,
    daysAgo: 22,
    rating: 2,
    text: 'I expected to write more code. It is mostly about deciding and checking, and for the price I wanted notebooks too.',
    reply: {
      text: 'Thank you for saying so plainly. The course is about judgement first, and we will say so at the top of its description.',
      daysAgo: 20,
    },
  },
  // typescript-first-principles
  {
    course: 'typescript-first-principles',
    by: 'amirul',
    daysAgo: 87,
    rating: 5,
    text: 'A type is a set of values. One sentence, and the compiler’s messages stopped looking like noise. We use the order worksheet for onboarding now.',
  },
  {
    course: 'typescript-first-principles',
    by: null,
    daysAgo: 63,
    rating: 5,
    text: 'Narrowing finally clicked: ask, then use. I deleted more “as” from our code in a week than in the year before.',
  },
  {
    course: 'typescript-first-principles',
    by: null,
    daysAgo: 38,
    rating: 4,
    text: 'Padat dan tepat. Kalau ada bahagian tentang generics, saya beri lima bintang.',
    reply: { text: 'Terima kasih! Bahagian tentang generics sedang dirakam.', daysAgo: 36 },
  },
  { course: 'typescript-first-principles', by: null, daysAgo: 14, rating: 4, text: '' },
  // git-without-fear
  {
    course: 'git-without-fear',
    by: 'amirul',
    daysAgo: 119,
    rating: 5,
    text: 'The pocket card about which undo I need has been taped to my monitor since. My whole team asked for a copy.',
  },
  {
    course: 'git-without-fear',
    by: null,
    daysAgo: 75,
    rating: 5,
    text: 'Percuma, pendek, dan saya tak takut reset lagi. Animasi “a branch is a label” sangat membantu.',
  },
  {
    course: 'git-without-fear',
    by: null,
    daysAgo: 44,
    rating: 4,
    text: 'Lost work, found again saved me an afternoon two days after I watched it. Would love a lesson on rebase.',
  },
  { course: 'git-without-fear', by: 'zhi-hao', daysAgo: 9, rating: 4, text: '' },
  // statistics-out-loud
  {
    course: 'statistics-out-loud',
    by: 'aisyah',
    daysAgo: 40,
    rating: 5,
    text: 'I read the news with the five questions for a headline next to me now. The rich neighbour is the example I retell most.',
    reply: { text: 'Retelling it is the best homework there is. Thank you, Aisyah.', daysAgo: 39 },
  },
  {
    course: 'statistics-out-loud',
    by: 'syafiqah',
    daysAgo: 70,
    rating: 4,
    text: 'Kursus percuma yang tak terasa percuma. Bahagian saiz sampel agak laju, jadi saya tonton dua kali.',
  },
  {
    course: 'statistics-out-loud',
    by: null,
    daysAgo: 29,
    rating: 3,
    text: 'Nice for an evening. I had seen most of it at school, but the worksheet is good.',
  },
  // the others
  {
    course: 'accessible-pages-in-a-week',
    by: 'harpreet',
    daysAgo: 43,
    rating: 5,
    text: 'Seven days, seven small fixes, and our booking form works with a keyboard. The contrast arithmetic took the arguing out of design reviews.',
  },
  {
    course: 'accessible-pages-in-a-week',
    by: null,
    daysAgo: 26,
    rating: 4,
    text: 'The checklist alone is worth printing. Day five asks for more than a day.',
  },
  {
    course: 'apis-people-enjoy',
    by: 'amirul',
    daysAgo: 2,
    rating: 4,
    text: 'Status codes tell the truth made me go back and mend our own error answers. Still on the second half.',
  },
  {
    course: 'forecasting-with-time-series',
    by: 'syafiqah',
    daysAgo: 8,
    rating: 5,
    text: 'Selepas “beat the forecast that costs nothing”, saya bandingkan ramalan mahal kami dengan purata minggu lepas. Purata menang.',
    reply: { text: 'Inilah sebabnya kita mula dengan yang percuma. Terima kasih, Syafiqah.', daysAgo: 7 },
  },
  {
    course: 'your-first-ten-customers',
    by: 'jacqueline',
    daysAgo: 4,
    rating: 5,
    text: '“Ask about last time” sounds obvious until you listen to your own recordings. Three of my ten came from the conversation record.',
  },
  {
    course: 'your-first-ten-customers',
    by: null,
    daysAgo: 17,
    rating: 3,
    text: 'Useful questions, though most examples sell to companies. I run a food stall and had to translate them myself.',
  },
  {
    course: 'interface-design-for-engineers',
    by: 'shu-fen',
    daysAgo: 69,
    rating: 5,
    text: 'I am an engineer who was told her screens look crowded. After the spacing lesson I changed only the gaps, and people asked who the new designer was.',
    reply: { text: 'That is the whole course in one sentence. May we quote you, Shu Fen?', daysAgo: 68 },
  },
  {
    course: 'design-systems-that-survive',
    by: 'shu-fen',
    daysAgo: 16,
    rating: 4,
    text: 'Naming a token after its reason, not its colour, has already survived one rebrand. The agreement template needed a page more for our size of team.',
  },
  {
    course: 'colour-with-reasons',
    by: 'shu-fen',
    daysAgo: 7,
    rating: 5,
    text: 'Six jobs, six colours. I threw out nineteen greys.',
  },
  {
    course: 'pricing-a-small-business',
    by: 'clement',
    daysAgo: 73,
    rating: 4,
    text: 'I had been confusing margin and markup for eight years. The floor for my hour came out RM 14 higher than what I charged.',
    reply: { text: 'Then the course has paid for itself before lunch. Well done, Clement.', daysAgo: 72 },
  },
  { course: 'pricing-a-small-business', by: 'maria', daysAgo: 6, rating: 5, text: '' },
  {
    course: 'writing-ads-people-finish',
    by: 'jacqueline',
    daysAgo: 49,
    rating: 3,
    text: 'One reader, one promise is good advice and well shown. Two lessons are few, and I hoped for examples in Malay.',
  },
  {
    course: 'email-that-gets-opened',
    by: 'jacqueline',
    daysAgo: 15,
    rating: 4,
    text: 'Rewrote six subject lines with the planner. Opens went from a fifth to a third of our list.',
  },
  {
    course: 'reading-a-contract',
    by: 'harpreet',
    daysAgo: 35,
    rating: 5,
    text: 'The nine questions found the clause about stall fees before I signed. Cheapest advice I ever bought.',
  },
  {
    course: 'retail-data-clinic',
    by: 'zhi-hao',
    daysAgo: 10,
    rating: 4,
    text: 'We worked with our own till receipts, which made it real. More time for questions would be welcome.',
  },
]
