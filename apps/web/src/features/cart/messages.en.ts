import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

export const cartMessages = defineMessages('cart', {
  title: 'Cart',
  itemCount: (count: number) => counted(count, 'course', 'courses'),
  empty: 'Your cart is empty',
  emptyHint: 'Courses wait here until you are ready to pay.',
  browseCourses: 'Browse Courses',
  remove: 'Remove',
  removeItem: (title: string) => `Remove ${title}`,
  removed: (title: string) => `${title} has been removed from your cart.`,
  clear: 'Clear Cart',
  summary: 'Summary',
  subtotal: 'Subtotal',
  total: 'Total',
  proceed: 'Proceed to Checkout',
  continueShopping: 'Continue Shopping',
  owned: 'You own this course already. Remove it to go on.',
  gone: 'This course is no longer for sale. Remove it to go on.',
  priceChanged: (before: string) => `The price was ${before} when you added it.`,
  clearFirst: 'Remove the marked courses first.',
  free: 'Free',
})
