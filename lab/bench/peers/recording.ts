/** Prepares the learners of the school, and records what a bare server must send in order to do the same as the product. */
import { hash } from 'node:crypto'
import type { BuiltApp } from '../../../apps/server/src/app/build-app.ts'
import { asText, record } from '../../harness/recorded-statements.ts'
import type { RecordedOperation } from '../support/bare-server.ts'
import type { OperationName } from './operations.ts'
import type { PeersSchool } from './school.ts'
import { asLearner, recordedLearners, scriptsOf, textsOf, type Asked, type Subject } from './scripts.ts'

/** Begins a quiz, answers it and completes the video for each learner, because the measured operations require this. */
export async function prepareLearners(
  { app }: BuiltApp,
  school: PeersSchool,
  learners: number,
): Promise<void> {
  const { assessmentId, videoId } = school
  const waiting = Array.from({ length: learners }, (_, learner) => learner).values()
  const work = async () => {
    for (const learner of waiting) {
      const send = injected(app, learner)
      const attempts = `/assessments/${assessmentId}/attempts`
      const started = await send({ method: 'POST', path: attempts })
      const { data } = JSON.parse(started) as {
        data: { questions: { id: number; options: string[] }[] }
      }
      for (const { id, options } of data.questions)
        await send({
          method: 'PUT',
          path: `${attempts}/1/answers/${id}`,
          body: { answer: options.length > 0 ? 1 : true },
        })
      await send({ method: 'PUT', path: `/course-resources/${videoId}/progress`, body: { completed: true } })
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

function injected(app: BuiltApp['app'], learner?: number) {
  return async ({ method = 'GET', path, headers, body }: Asked) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: headers ?? (learner === undefined ? {} : asLearner(learner)),
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.body
  }
}

/** The certificate is left out, because a bare server that sends a recorded certificate without drawing it is no comparison. */
const isReplayed = (name: OperationName): boolean => name !== 'certificate as PDF'

/** Performs every operation several times in this process, and records the last time. */
export async function recordOperations({ app }: BuiltApp, school: PeersSchool): Promise<RecordedOperation[]> {
  const scripts = scriptsOf(school, () => '')
  const send = injected(app)
  const recorded: RecordedOperation[] = []
  for (const name of (Object.keys(scripts) as OperationName[]).filter(isReplayed)) {
    const subject = (nth: number): Subject => ({ learner: nth, nth, client: 0 })
    const last = recordedLearners - 1
    for (let nth = 0; nth < last; nth += 1) await scripts[name](send, subject(nth))
    const requests: RecordedOperation['requests'] = []
    let callback: object | undefined
    await scripts[name](async (asked) => {
      let text = ''
      const statements = await record(async () => (text = await send(asked)))
      requests.push({ statements, answer: JSON.parse(text) as object })
      if (asked.headers?.['x-signature'] !== undefined) callback = asked.body
      return text
    }, subject(last))
    recorded.push({ name, given: givenIn(requests, textsOf(school, subject(last)), callback), requests })
  }
  return recorded
}

/** Returns the texts to be replaced, or none when no statement contains one. The callback's hash is that of the sent bytes. */
function givenIn(
  requests: RecordedOperation['requests'],
  texts: readonly string[],
  callback?: object,
): string[] {
  const digest = callback && hash('sha256', JSON.stringify(callback), 'hex')
  const given = digest === undefined ? [...texts] : [...texts.slice(0, -1), `\\x${digest}`]
  const values = requests.flatMap(({ statements }) => statements.flatMap((statement) => statement.values))
  return values.some((value) => given.some((text) => asText(value).includes(text))) ? given : []
}
