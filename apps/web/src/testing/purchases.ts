/** Provides an order of two courses, and the courses as their buyer sees them. */
import type { Payment, PaymentInDetail, PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { answer } from './mock-api.ts'
import { aCourse } from './people.ts'

export const ads = aCourse({ id: 6, title: 'Writing Ads People Finish', price: 7900, category: 'Marketing' })
export const machine = aCourse()
export const purchaseId = 'purchase-0123456789'

export const payment = (status: PaymentStatus, lineStatus: Payment['lines'][number]['status']): Payment => ({
  id: purchaseId,
  status,
  amount: 24_900 + 7900,
  currency: 'MYR',
  createdAt: '2026-11-18T06:00:00.000Z',
  paidAt: status === 'paid' ? '2026-11-18T06:05:00.000Z' : null,
  lines: [machine, ads].map(({ id, title, price }) => ({
    courseId: id,
    title,
    price,
    listPrice: price,
    discount: 0,
    tax: 0,
    status: lineStatus,
    refunded: lineStatus === 'refunded' ? price : 0,
    owned: lineStatus === 'granted',
  })),
  receiptUrl: null,
})
export const answerPayment = (given: Payment, extra: PaymentInDetail['extra'] = []) =>
  answer('readPayment', { success: true, status: given.status, data: { ...given, extra } })

export const lesson = (id: number, title: string, completed: boolean): CourseResource => ({
  id,
  courseId: machine.id,
  courseContentId: 7,
  title,
  fileType: 'video',
  seconds: 60,
  pages: null,
  order: id,
  isPublished: true,
  isPreview: false,
  progress: { completed, watchTime: 0, position: 0 },
})
/** Answers with the course as its learner sees it. */
export const studies = (...resources: CourseResource[]) =>
  answer('readCourse', ({ params }) => ({
    success: true,
    data: {
      ...aCourse({ ...machine, id: Number(params['courseId']), isEnrolled: true }),
      permissions: { study: true, manage: false },
      contents: [
        {
          id: 7,
          courseId: machine.id,
          title: 'Before the first model',
          description: '',
          order: 0,
          type: 'chapter',
          isPublished: true,
          resources,
        },
      ],
    },
  }))
