/** Prepares people and courses of the demo school for the journeys in both engines, over HTTP. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { zip } from '../../lab/attacks/support/packed.ts'

const demoPassword = 'Apogee-Demo-1'
const noticeLimitMs = 30_000

type DemoPerson = 'student' | 'instructor' | 'admin' | 'superadmin'

interface Lesson {
  fileType: string
  path: string
}

export class School {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  async #send<T>(
    path: string,
    given: { token?: string; data?: object; form?: FormData; method?: string },
  ): Promise<T> {
    const { token, data, form } = given
    const body = form ?? (data && JSON.stringify(data))
    const answer = await fetch(`${this.#origin}/api${path}`, {
      method: given.method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(data && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async #demoPerson(who: DemoPerson): Promise<{ token: string; user: { id: number } }> {
    const credentials = { email: `${who}@apogee.test`, password: demoPassword }
    const { data } = await this.#send<{ data: { token: string; user: { id: number } } }>('/auth/login', {
      data: credentials,
    })
    return data
  }

  async demoToken(who: DemoPerson): Promise<string> {
    return (await this.#demoPerson(who)).token
  }

  async newLearner() {
    const email = `engine-${randomBytes(4).toString('hex')}@apogee.test`
    const password = 'Orbit-Walk-7'
    const { data } = await this.#send<{ data: { token: string; user: { id: number } } }>('/auth/register', {
      data: { name: 'Zainab Idris', email, password },
    })
    return { email, password, token: data.token, id: data.user.id }
  }

  async courseNamed(title: string): Promise<number> {
    const { data } = await this.#send<{ data: { id: number; title: string }[] }>('/courses?limit=100', {})
    const course = data.find((one) => one.title === title)
    if (!course) throw new Error(`The demo school has no course '${title}'`)
    return course.id
  }

  async enrol(learner: { id: number; token: string }, courseId: number): Promise<void> {
    await this.#send(`/courses/${courseId}/enroll`, {
      token: learner.token,
      data: { userId: learner.id, courseId },
    })
  }

  async lessonsOf(courseId: number, token?: string): Promise<Lesson[]> {
    const { data } = await this.#send<{
      data: { contents: { id: number; resources: { id: number; fileType: string }[] }[] }
    }>(`/courses/${courseId}`, token === undefined ? {} : { token })
    return data.contents.flatMap(({ id, resources }) =>
      resources.map((resource) => ({
        fileType: resource.fileType,
        path: `/lesson/${id}/resources/${resource.id}`,
      })),
    )
  }

  async lessonOf(title: string, fileType: string): Promise<string> {
    const lesson = (await this.lessonsOf(await this.courseNamed(title))).find(
      (one) => one.fileType === fileType,
    )
    if (!lesson) throw new Error(`${title} has no ${fileType}`)
    return lesson.path
  }

  /** Creates a published free course of the demo instructor with texts that learners do not see, in one module. */
  async newOutline(titles: readonly string[]): Promise<{ id: number; module: number; lessons: number[] }> {
    const token = await this.demoToken('instructor')
    const post = async (path: string, data: object) =>
      (await this.#send<{ data: { id: number } }>(path, { token, data })).data.id
    const id = await post('/courses', { title: 'Outline', description: 'To arrange', price: 0 })
    const module = await post('/course-content', { courseId: id, title: 'One', isPublished: true })
    const lessons = []
    for (const title of titles) lessons.push(await post(`/course-content/${module}/texts`, { title }))
    await this.#send(`/courses/${id}/state`, { token, method: 'PUT', data: { state: 'published' } })
    return { id, module, lessons }
  }

  /** Creates a published free course of the demo instructor with so many published quizzes and one learner. */
  async newGradebook(columns: number): Promise<{ id: number }> {
    const { id, module } = await this.newOutline([])
    const token = await this.demoToken('instructor')
    for (let place = 1; place <= columns; place += 1) {
      const title = `Quiz ${place} about a subject`
      const { data } = await this.#send<{ data: { id: number } }>(`/course-content/${module}/quizzes`, {
        token,
        data: { title },
      })
      await this.#send(`/course-resources/${data.id}`, { token, method: 'PUT', data: { isPublished: true } })
    }
    await this.enrol(await this.newLearner(), id)
    return { id }
  }

  /** Waits until the job that notifies people has run. */
  async untilNotified(token: string, kind: string): Promise<void> {
    const until = Date.now() + noticeLimitMs
    for (;;) {
      const { data } = await this.#send<{ data: { kind: string; isRead: boolean }[] }>('/notifications', {
        token,
      })
      if (data.some((one) => one.kind === kind && !one.isRead)) return
      if (Date.now() > until) throw new Error(`no unread notification ${kind} has come`)
      await pause(100)
    }
  }

  /** Waits for the notification, and marks all of the person's notifications as read. */
  async readNotifications(token: string, kind: string): Promise<void> {
    await this.untilNotified(token, kind)
    await this.#send('/notifications/read', { token, data: {} })
  }

  /** Returns the page of a receipt of the demo student. */
  async firstReceipt(): Promise<string> {
    const { token, user } = await this.#demoPerson('student')
    const { data: orders } = await this.#send<{ data: { id: string }[] }>(`/payments/history/${user.id}`, {
      token,
    })
    const purchase = orders[0]?.id ?? ''
    const { data } = await this.#send<{ data: { id: string }[] }>(`/payments/${purchase}/receipts`, { token })
    return `/purchases/${purchase}/receipts/${data[0]?.id}`
  }

  /** Returns the page of a certificate of the demo student. */
  async firstCertificate(): Promise<string> {
    const token = await this.demoToken('student')
    const { data } = await this.#send<{ data: { id: string }[] }>('/certificates', { token })
    return `/certificates/${data[0]?.id}`
  }

  /** Returns the page that a customer of the demo business has been sent. */
  async sharedInvoice(): Promise<string> {
    const token = await this.demoToken('admin')
    const { data } = await this.#send<{ data: { id: string }[] }>('/invoices?status=issued', { token })
    const { data: invoice } = await this.#send<{ data: { url: string } }>(`/invoices/${data.at(-1)?.id}`, {
      token,
    })
    return `/invoices/${invoice.url.split('/').at(-1)}`
  }

  /** Creates a free course of the demo instructor with a SCORM package that reports when it is opened, and an empty text. */
  async newCourse(): Promise<{ id: number; package: string; text: number }> {
    const token = await this.demoToken('instructor')
    const post = async (path: string, data: object) =>
      (await this.#send<{ data: { id: number } }>(path, { token, data })).data.id
    const id = await post('/courses', { title: 'Engines', description: 'To play', price: 0 })
    const module = await post('/course-content', { courseId: id, title: 'One', isPublished: true })
    const form = new FormData()
    form.set('file', new File([new Uint8Array(reportingPackage())], 'p.zip', { type: 'application/zip' }))
    const { url } = await this.#send<{ url: string }>('/upload?purpose=package', { token, form })
    const lessons = []
    for (const title of ['Package', 'Not opened'])
      lessons.push(await post(`/course-content/${module}/packages`, { filePath: url, title }))
    const text = await post(`/course-content/${module}/texts`, { title: 'Words' })
    for (const lesson of lessons)
      await this.#send(`/course-resources/${lesson}`, { token, method: 'PUT', data: { isPublished: true } })
    await this.#send(`/courses/${id}/state`, { token, method: 'PUT', data: { state: 'published' } })
    return { id, package: `/lesson/${module}/resources/${lessons[0]}`, text }
  }
}

function reportingPackage(): Buffer {
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" version="1.2" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="O"><organization identifier="O"><title>Reports</title><item identifier="I" identifierref="R"><title>Reports</title></item></organization></organizations>
<resources><resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="start.html"><file href="start.html"/></resource></resources></manifest>`
  const page = `<!doctype html><meta charset="utf-8"><p>Reports</p><script>
let API, place = window
while (!(API = place.API) && place !== place.parent) place = place.parent
API.LMSInitialize('')
API.LMSSetValue('cmi.core.score.raw', '90')
API.LMSSetValue('cmi.core.lesson_status', 'passed')
API.LMSCommit('')
API.LMSFinish('')
</script>`
  return zip([
    { name: 'imsmanifest.xml', content: Buffer.from(manifest) },
    { name: 'start.html', content: Buffer.from(page) },
  ])
}
