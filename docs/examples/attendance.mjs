// A program of a company that trains its staff on Apogee: who finished, give access, and events as they happen.
// It needs Node 24 and nothing else. docs/api.md explains it.
//
//   APOGEE_URL=https://… APOGEE_TOKEN=apg_… node attendance.mjs finished USER_ID
//   APOGEE_URL=https://… APOGEE_TOKEN=apg_… node attendance.mjs give COURSE_ID EMAIL…
//   WEBHOOK_SECRET=whsec_… PORT=8080 node attendance.mjs listen
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { APOGEE_URL, APOGEE_TOKEN, WEBHOOK_SECRET, PORT = '8080' } = process.env

// Makes a call, waits as long as the server asks when there were too many, and throws with the server's sentence otherwise.
async function call(method, path, body) {
  const response = await fetch(`${APOGEE_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${APOGEE_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return call(method, path, body)
  }
  const answer = await response.json()
  if (!answer.success) throw new Error(`${method} ${path}: ${answer.errorCode}, ${answer.error}`)
  return answer
}

// All rows of a list, page after page.
async function* rowsOf(path) {
  let cursor = null
  do {
    const and = path.includes('?') ? '&' : '?'
    const page = await call('GET', `${path}${and}limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    yield* page.data
    cursor = page.meta.nextCursor
  } while (cursor)
}

// #region finished
// Scopes: courses:read and people:read.
async function listFinished(userId) {
  for await (const course of rowsOf(`/courses?createdBy=${userId}`)) {
    for await (const learner of rowsOf(`/courses/${course.id}/learners`)) {
      if (learner.certificateId)
        print({ course: course.title, email: learner.email, certificate: learner.certificateId })
    }
  }
}
// #endregion

// #region give
// Scope: enrolments:write. The own team is enrolled at once; everybody else gets a mail and accepts.
async function giveAccess(courseId, emails) {
  const { data } = await call('POST', `/courses/${courseId}/enrolments`, { emails })
  print({ enrolled: data.enrolled, waiting: data.waiting })
}
// #endregion

// #region listen
const toleranceSeconds = 300
const seen = new Set()

// Standard Webhooks: any of the signatures may be right, because a replaced secret signs for a day beside the new one.
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === right.length && timingSafeEqual(given, right)
  })
}

function listen() {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
    // Answer first and fast: after ten seconds a message counts as failed and comes again.
    response.writeHead(204).end()
    // A message can come twice. A real program keeps the ids where a restart does not lose them.
    const id = request.headers['webhook-id']
    if (seen.has(id)) return
    seen.add(id)
    print(JSON.parse(body))
  })
  server.listen(Number(PORT), '127.0.0.1', () => print({ listening: server.address().port }))
}
// #endregion

const print = (row) => console.log(JSON.stringify(row))

const [command, first, ...others] = process.argv.slice(2)
if (command === 'finished') await listFinished(first)
else if (command === 'give') await giveAccess(first, others)
else if (command === 'listen') listen()
else throw new Error('finished USER_ID | give COURSE_ID EMAIL… | listen')
