/** Answers the calls that the server makes while it renders a public page. */
import type { Transport } from '#web/platform/transfer/client.ts'
import { aCourse } from './people.ts'
import { aSalesInfo } from './sales-info.ts'

const courses = (titles: readonly string[]) => ({
  success: true,
  data: titles.map((title, index) => ({ ...aCourse(), id: index + 1, title })),
  meta: { total: titles.length, nextCursor: null },
})

const reviews = {
  success: true,
  data: [
    {
      id: 1,
      courseId: 7,
      rating: 5,
      text: 'Clear & useful.',
      isMine: false,
      author: { name: 'Mei Ling', avatar: null },
      createdAt: '2026-10-02T00:00:00.000Z',
      editedAt: null,
      reply: null,
      version: 1,
      replyVersion: 1,
    },
  ],
  meta: { total: 1, nextCursor: null },
  summary: { average: 5, count: 1, perStar: [0, 0, 0, 0, 1] },
  mine: null,
  permissions: { write: false, reply: false, report: false },
}

/** Maps the start of a call's path to its answer. */
const answersWith = (titles: readonly string[]): Record<string, object> => ({
  '/api/courses?': courses(titles),
  '/api/courses/counts': { success: true, data: [{ category: 'Design', courses: 2, free: 1 }] },
  '/api/courses/sales/7': {
    success: true,
    data: aSalesInfo({ course: { ...aCourse(), id: 7 }, related: [aCourse()] }),
  },
  '/api/courses/sales/8': {
    success: true,
    data: aSalesInfo({ course: { ...aCourse(), id: 8, price: 0 } }),
  },
  '/api/courses/7/reviews': reviews,
  '/api/courses/8/reviews': { ...reviews, data: [] },
  '/api/instructors/featured': { success: true, data: [] },
  '/api/community/groups/featured': {
    success: true,
    data: [{ id: 1, name: 'Sketching', category: 'Design', memberCount: 3, discussionCount: 1 }],
  },
})

/** Answers all other calls with 'not found'. */
export const answerAnonymously =
  ({ titles = ['One'] }: { titles?: readonly string[] } = {}): Transport =>
  async ({ path }) => {
    const [, answer] = Object.entries(answersWith(titles)).find(([start]) => path.startsWith(start)) ?? []
    return answer
      ? { status: 200, body: answer }
      : { status: 404, body: { success: false, error: 'Not found', errorCode: 'NOT_FOUND' } }
  }

/** Returns whether the text is content of these answers. */
export const isAnswered = (text: string): boolean =>
  JSON.stringify(answersWith(['One'])).includes(JSON.stringify(text.replace(/ · Apogee$/, '')))
