/** Contains the requests that the permission wall sends. */
import type { OpenCalls, RoleCalls } from '#server/app/testing-wall.ts'

const gone = 'none-of-them'
const gift = {
  recipientName: 'Aisyah',
  recipientEmail: '',
  message: '',
  language: 'en',
  sendOn: null,
} as const

export const roleCalls: RoleCalls = {
  payForGift: () => ({ body: { courseIds: [999_999_999], gift } }),
  readGift: () => ({ params: { id: gone } }),
  updateGift: () => ({ params: { id: gone }, body: gift }),
  sendGift: () => ({ params: { id: gone }, body: {} }),
  downloadGiftCard: () => ({ params: { id: gone }, query: {} }),
  takeGift: () => ({ body: { code: gone } }),
  passGiftOn: () => ({ body: { code: gone, gift } }),
}

export const openCalls: OpenCalls = {
  openGift: () => ({ body: { code: gone } }),
}
