/** Finds the addresses of screens about objects of the demo school. */
import type { APIRequestContext } from '@playwright/test'
import { as, demoReader } from './people.ts'

export const firstPurchase = async (request: APIRequestContext) => {
  const student = await demoReader(request, 'student')
  const answer = await request.get(`/api/payments/history/${student.id}`, {
    headers: { authorization: `Bearer ${student.token}` },
  })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/purchases/${data[0]?.id}`
}

export const firstReceipt = async (request: APIRequestContext) => {
  const student = await demoReader(request, 'student')
  const purchase = (await firstPurchase(request)).split('/').at(-1) ?? ''
  const answer = await request.get(`/api/payments/${purchase}/receipts`, as(student))
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/purchases/${purchase}/receipts/${data[0]?.id}`
}

export const newestOrder = async (request: APIRequestContext) => {
  const admin = await demoReader(request, 'admin')
  const answer = await request.get('/api/orders?limit=1', as(admin))
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/admin/orders/${data[0]?.id}`
}

/** Returns the demo business's unpaid invoice, or its draft. */
export const invoiceOf = async (request: APIRequestContext, status: 'issued' | 'draft') => {
  const admin = await demoReader(request, 'admin')
  const answer = await request.get(`/api/invoices?status=${status}`, as(admin))
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data.at(-1)?.id ?? ''
}

export const sharedInvoice = async (request: APIRequestContext) => {
  const admin = await demoReader(request, 'admin')
  const answer = await request.get(`/api/invoices/${await invoiceOf(request, 'issued')}`, as(admin))
  const { data } = (await answer.json()) as { data: { url: string } }
  return `/invoices/${data.url.split('/').at(-1)}`
}

export const firstSchool = async (request: APIRequestContext) => {
  const answer = await request.get('/api/schools?search=orbit')
  const { data } = (await answer.json()) as { data: { name: string }[] }
  return `/school/${data[0]?.name}`
}

/** Returns the sales page of a bundle of the demo business, which is made unless one is on sale. */
export const offeredBundle = async (request: APIRequestContext) => {
  const offered = await request.get('/api/bundles/offered')
  const [first] = ((await offered.json()) as { data: { id: number }[] }).data
  if (first) return `/bundles/${first.id}`
  const admin = await demoReader(request, 'admin')
  const listed = await request.get(
    '/api/courses?businessId=own&price=paid&visibility=public&limit=2',
    as(admin),
  )
  const paid = ((await listed.json()) as { data: { id: number; price: number }[] }).data
  const price = paid.reduce((sum, course) => sum + course.price, -100)
  const form = { title: 'Two at once', price, courseIds: paid.map(({ id }) => id) }
  const made = await request.post('/api/bundles', { ...as(admin), data: form })
  const { id } = ((await made.json()) as { data: { id: number } }).data
  await request.put(`/api/bundles/${id}`, { ...as(admin), data: { state: 'published' } })
  return `/bundles/${id}`
}
