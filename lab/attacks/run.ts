/**
 * Runs `npm run attack [-- NAME… --short --seed S --fuzz-requests N]`: starts the product with its limits on, and attacks it over
 * HTTP as an outsider would. Each attack prints figures with their bounds; a missed bound ends the run with exit code 1.
 */
import { parseArgs } from 'node:util'
import { runDrill } from '../harness/drill.ts'
import { buildWeb } from '../../scripts/build/build-web.ts'
import { longForm, shortForm, type Attack, type Scene } from './attack.ts'
import { cachePoisoning } from './cache-poisoning.ts'
import { credentialStuffing } from './credential-stuffing.ts'
import { crossTenant } from './cross-tenant.ts'
import { enumeration } from './enumeration.ts'
import { forgedCallbacks } from './forged-callbacks.ts'
import { fuzz } from './fuzz.ts'
import { guessing } from './guessing.ts'
import { hostileTextsAttack } from './hostile-texts.ts'
import { mailRelay } from './mail-relay.ts'
import { mark } from './support/mark.ts'
import { massAssignment } from './mass-assignment.ts'
import { packedArchives } from './packed-archives.ts'
import { proveAgain, signedIn, signInPeople, wrongPassword } from './support/people.ts'
import { publishedPasswordAttack } from './published-password.ts'
import { writeSecrets } from './support/secrets.ts'
import { slowClients } from './slow-clients.ts'
import { slowReaders } from './slow-readers.ts'
import { startTarget } from './support/target.ts'
import { uploadBombs } from './upload-bombs.ts'

/** The fuzzer comes last, because it changes everything that its callers may change. */
const attacks: readonly Attack[] = [
  crossTenant,
  massAssignment,
  forgedCallbacks,
  credentialStuffing,
  enumeration,
  mailRelay,
  guessing,
  hostileTextsAttack,
  packedArchives,
  publishedPasswordAttack,
  uploadBombs,
  slowClients,
  slowReaders,
  cachePoisoning,
  fuzz,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'fuzz-requests': { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name))
if (unknown.length > 0) {
  console.error(
    `No attack is called ${unknown.join(', ')}. There are: ${attacks.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

/** Checks conditions that must hold after every attack. */
async function judgeAll({ target, people, drill }: Scene): Promise<void> {
  const { client } = target
  const log = await target.log()
  if (client.faults.length > 0) console.log(`The product wrote last:\n${log.slice(-4_000)}`)
  const tokens = [...signedIn(people).map(({ token }) => token), ...people.formerTokens]
  // These texts must not appear in the log. The password of the demo accounts is printed at the start, so it is not among them.
  const secrets = [wrongPassword, `chip-${mark}`, ...tokens.flatMap((token) => token ?? [])]
  const fatal = log.split('\n').filter((line) => line.startsWith('{"level":60'))
  drill.note('all: requests', String(client.requests))
  drill.none('all: answered 5xx or not at all', [...new Set(client.faults)])
  drill.none('all: private texts in answers to strangers', client.leaks)
  drill.none(
    'all: secrets in the log',
    secrets.filter((secret) => log.includes(secret)),
  )
  drill.none('all: ends of the process', fatal)
}

await buildWeb()
await runDrill(async (drill) => {
  drill.say(`seed ${values.seed}, ${values.short ? 'short' : 'long'} form`)
  const target = await startTarget(drill)
  const { client } = target
  const people = await signInPeople(client, target.pool)
  client.watchFor(await writeSecrets(target, people))
  const usual = values.short ? shortForm : longForm
  const form = { ...usual, fuzzRequests: Number(values['fuzz-requests'] ?? usual.fuzzRequests) }
  const scene: Scene = { target, people, drill, form, seed: values.seed }
  for (const attack of attacks) {
    if (positionals.length > 0 && !positionals.includes(attack.name)) continue
    if (!attack.withoutJobs) await target.startJobs()
    if (attack.withFreshProof) await proveAgain(client, people)
    drill.say(`${attack.name}: has ${attack.has}; tries ${attack.tries}`)
    await attack.run(scene).catch((error: unknown) => drill.wrong(`${attack.name}: ${String(error)}`))
  }
  await judgeAll(scene)
})
