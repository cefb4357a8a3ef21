import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const cartMessages = defineMessages('cart', {
  title: 'Cart',
  itemCount: (courses: number, bundles: number) =>
    [
      courses > 0 && counted(courses, 'course', 'courses'),
      bundles > 0 && counted(bundles, 'bundle', 'bundles'),
    ]
      .filter(Boolean)
      .join(', '),
  empty: 'Your cart is empty',
  emptyHint: 'Add a course, and it stays here until you are ready to pay.',
  browseCourses: 'Browse Courses',
  remove: 'Remove',
  removeItem: (title: string) => `Remove ${title}`,
  removed: (title: string) => `${title} has been removed from your cart.`,
  clear: 'Clear Cart',
  summary: 'Summary',
  subtotal: 'Subtotal',
  saleDiscount: 'Sale discount',
  codeDiscount: (code: string) => `Code ${code}`,
  taxInside: 'SST included',
  total: 'Total',
  proceed: 'Proceed to Checkout',
  continueShopping: 'Continue Shopping',
  owned: 'You already own this course. Remove it to continue.',
  own: 'You sell this private course yourself. Remove it to continue.',
  gone: 'This course is no longer for sale. Remove it to continue.',
  notOffered: 'This course is not offered at the moment. Remove it to continue.',
  waiting: 'This course cannot be bought yet: its seller is being approved. Remove it to continue.',
  alone: 'This course can only be bought on its own for now. Remove it to continue.',
  priceChanged: (before: string) => `The price was ${before} when you added it.`,
  clearFirst: 'Remove the marked courses first.',
  chooseStart: 'Choose a start for each course first.',
  removeMarked: 'Remove the marked courses',
  quoteFailed: 'The current prices could not be loaded. These are the last known ones.',
  free: 'Free',
})
