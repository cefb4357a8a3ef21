import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/** Every sales page contains these texts for reading reviews, so they are short. */
export const reviewsMessages = defineMessages('reviews', {
  reviews: 'Reviews',
  outOfFive: (stars: number | string) => `${stars} out of 5 stars`,
  count: (count: number) => counted(count, 'review', 'reviews'),
  ofStars: (stars: number, count: number) =>
    `${stars === 1 ? '1 star' : `${stars} stars`}: ${counted(count, 'review', 'reviews')}`,
  learner: 'A learner',
  seller: 'The seller',
  yours: 'Your review',
  changed: 'Edited',
  replyOf: (seller: string) => `Reply from ${seller}`,
  showAll: (count: number) => `Show all ${counted(count, 'review', 'reviews')}`,
  empty: 'No reviews yet',
  emptyHint: 'Learners of this course can write the first one.',
  failed: 'The reviews could not be loaded',
  write: 'Write a review',
  change: 'Edit your review',
})
