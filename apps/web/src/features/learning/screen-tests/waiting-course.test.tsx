import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCourse } from '#web/testing/lesson.ts'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { answerPayment, payment, purchaseId } from '#web/testing/purchases.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const patience = { timeout: 10_000 }
const waiting = {
  permissions: { study: false, manage: false },
  prerequisites: [{ courseId: 7, title: 'Orbits', isAwaited: true as const }],
}

test('after the payment a waiting course says what comes first, and leads to the course instead of a closed lesson', async () => {
  answer('checkPayment', { success: true, status: 'paid' })
  answerPayment(payment('paid', 'granted'))
  answerCourse(waiting)
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
  await waitFor(() => expect(screen.getAllByText('Complete Orbits first.')).toHaveLength(2), patience)
  for (const link of screen.getAllByRole('link', { name: /^Go to course/ }))
    expect(link.getAttribute('href')).toMatch(/^\/course\/\d+$/)
  expect(screen.queryByRole('link', { name: /^Start learning/ })).toBeNull()
})

test('the address of a lesson of a waiting course says why it is closed', async () => {
  refuse('listContentResources', 'PREREQUISITES_OPEN')
  await renderRoute('/lesson/11/resources/1', { user: aisyah })
  expect(
    await screen.findByText(
      /This course opens when you have completed the courses that come first/,
      {},
      patience,
    ),
  ).toBeTruthy()
})
