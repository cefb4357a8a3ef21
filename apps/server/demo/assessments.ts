/** The demo school's assessments, written as quiz files are, and how its people did in them. */
import type { QuizFile } from '@apogee/contracts/quiz-file.ts'

export interface DemoAttempt {
  person: string
  daysAgo: number
  minutes: number
  /** By the place of the question: an option's place, true or false, code; null: left out. */
  answers: (number | boolean | string | null)[]
}

export interface DemoAssessment {
  key: string
  /** Key of the course in whose last module it stands; null: of no course. */
  course: string | null
  quiz: QuizFile
  attempts: DemoAttempt[]
}

/** The first one has the address /assessment/1 (docs/product-choices.md#demo-school). */
export const demoAssessments: DemoAssessment[] = [
  {
    key: 'programming-check',
    course: null,
    quiz: {
      title: 'Programming Fundamentals Check',
      timeLimitMinutes: 60,
      questions: [
        {
          type: 'multiple-choice',
          question:
            'A till gives change in 3-ringgit vouchers. What does 17 % 3 tell the cashier in JavaScript?',
          points: 10,
          options: [
            'How many vouchers to hand out',
            'How many ringgit are left when the vouchers are handed out',
            'The price as a percentage',
            'Nothing: the expression is an error',
          ],
          answer: 'How many ringgit are left when the vouchers are handed out',
          explanation: '% is the remainder: 17 is five times 3, and 2 are left.',
        },
        {
          type: 'coding',
          question:
            'Write a function averageOf(numbers) that returns the mean of the numbers in the list. A list without numbers has the mean 0.',
          points: 20,
          function: 'averageOf',
          starterCode: 'function averageOf(numbers) {\n  \n}\n',
          tests: [
            { arguments: [[2, 4, 6]], expected: 4 },
            { arguments: [[5]], expected: 5 },
            { arguments: [[1, 2]], expected: 1.5 },
            { arguments: [[-3, 3, 6]], expected: 2 },
            { arguments: [[]], expected: 0 },
          ],
          explanation:
            'Add the numbers and divide by how many there are. Look at the empty list first: 0 / 0 is not a number.',
        },
        {
          type: 'true-false',
          question: 'A list that was declared with const can still get a new item.',
          points: 5,
          answer: true,
          explanation: 'const fixes which list the name stands for, not what is in the list.',
        },
      ],
    },
    attempts: [
      {
        person: 'aisyah',
        daysAgo: 18,
        minutes: 31,
        answers: [
          0,
          'function averageOf(numbers) {\n  let sum = 0\n  for (const number of numbers) sum += number\n  return sum / numbers.length\n}\n',
          true,
        ],
      },
      {
        person: 'aisyah',
        daysAgo: 5,
        minutes: 22,
        answers: [
          1,
          'function averageOf(numbers) {\n  if (numbers.length === 0) return null\n  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length\n}\n',
          true,
        ],
      },
    ],
  },
  {
    key: 'statistics-quiz',
    course: 'statistics-out-loud',
    quiz: {
      title: 'Quiz: say it out loud',
      timeLimitMinutes: 15,
      questions: [
        {
          type: 'multiple-choice',
          question:
            'Nine neighbours earn RM 4,000 a month, the tenth earns RM 94,000. Which average tells a newcomer what people here live on?',
          points: 10,
          options: ['The mean, RM 13,000', 'The median, RM 4,000', 'The highest, RM 94,000'],
          answer: 'The median, RM 4,000',
          explanation:
            'One very rich neighbour pulls the mean up; the one in the middle stays where the people are.',
        },
        {
          type: 'multiple-choice',
          question: 'A survey asked 1,000 people instead of 250. What became of its margin of error?',
          points: 10,
          options: ['It is a quarter of what it was', 'It is half of what it was', 'It stayed the same'],
          answer: 'It is half of what it was',
          explanation: 'Four times the people halve the margin: it shrinks with the square root.',
        },
        {
          type: 'true-false',
          question: '“Sales are up 50 %” can be true of a shop that sold three cups instead of two.',
          points: 5,
          answer: true,
          explanation: 'Ask out of how many. A percentage hides it.',
        },
      ],
    },
    attempts: [{ person: 'aisyah', daysAgo: 41, minutes: 6, answers: [1, 1, false] }],
  },
]
