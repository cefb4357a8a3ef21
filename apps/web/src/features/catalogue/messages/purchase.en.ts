import { defineMessages } from '#web/platform/language/messages.ts'

export const purchaseMessages = defineMessages('purchase', {
  accessEnded: (day: string) => `Your access ended on ${day}. Your notes, progress and certificate stay.`,
  accessEnds: (day: string) => `Your access ends on ${day}.`,
  renewalAdds: 'Buy the course again to add time.',
  continueLearning: 'Continue Learning',
  enrolling: 'Enrolling...',
  acceptInvite: 'Accept invitation',
  enrolled: 'Successfully enrolled in the course! You can now start learning.',
  enrollFailed: 'An error occurred while enrolling in the course',
  enrollUnexplained: 'Failed to enroll in course',
  checkingCode: 'Checking the code...',
  buying: 'Opening payment...',
  buyFailed: 'An error occurred while processing your payment',
  paymentFailed: 'Failed to process payment. Please try again.',
  noPaymentUrl: 'Payment URL not found in response',
  inCart: 'In Cart',
  goToCart: 'Go to Cart',
  addedToCart: (title: string) => `${title} has been added to your cart!`,
  invitedTitle: 'You are invited to a private course',
  invitedHint: 'Accept the invitation to open the course.',
  invitedSignIn: 'Accept the invitation, then sign in or register to open the course.',
})
