/** A wishlist is private: its owner alone sees it. */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { doneAnswer, endpoint, idInUrl, listAnswer, pageQuery } from '../endpoint.ts'
import { catalogueCourse } from './catalogue.ts'

/** Each person may keep this number of courses. */
export const wishlistMaxCourses = 200

export const wishlistEndpoints = {
  listWishlist: endpoint({
    call: 'GET /wishlist',
    access: signedIn,
    summary: 'The caller’s wishlist, newest first; courses that nobody can enrol in now are left out',
    query: z.object({
      ...pageQuery,
      /** Limits the answer to this course. A client uses it to learn whether the wishlist contains the course. */
      courseId: z.optional(idInUrl),
    }),
    answer: listAnswer(catalogueCourse),
  }),
  addToWishlist: endpoint({
    call: 'PUT /wishlist/:courseId',
    lastWins: 'adds to one person’s own list; a repeated request changes nothing',
    bound: { refusedBy: 'WISHLIST_FULL' },
    access: {
      kind: 'course',
      capability: 'course.enrol',
      course: ({ params }) => ({ course: params.courseId }),
    },
    summary: 'Put a course on the wishlist; a repeated request changes nothing',
    params: z.object({ courseId: idInUrl }),
    answer: doneAnswer,
    refusals: ['COURSE_NOT_FOUND', 'COURSE_ALREADY_OWNED', 'WISHLIST_FULL'],
  }),
  removeFromWishlist: endpoint({
    call: 'DELETE /wishlist/:courseId',
    bound: 'ends',
    access: signedIn,
    summary: 'Take a course off the wishlist; one that is not on it changes nothing',
    params: z.object({ courseId: idInUrl }),
    answer: doneAnswer,
  }),
} as const
