import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const wishlistMessages = defineMessages('wishlist', {
  add: 'Add to wishlist',
  onIt: 'On your wishlist',
  changeFailed: 'The wishlist could not be changed',
  failed: 'Your wishlist could not be loaded',
  none: 'Your wishlist is empty',
  noneHint: 'Add a course on its page to find it here again.',
  toMarketplace: 'Go to Marketplace',
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'course', 'courses')}`,
  showMore: 'Show more',
  free: 'Free',
  remove: 'Remove',
  removeNamed: (title: string) => `Remove ${title} from your wishlist`,
  removed: (title: string) => `${title} is no longer on your wishlist.`,
  undo: 'Undo',
})
