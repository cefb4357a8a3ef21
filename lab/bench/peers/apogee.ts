/** Starts the product and the bare server, and performs the operations at them. */
import { join } from 'node:path'
import type { RecordedOperation } from '../support/bare-server.ts'
import { forkServer, productOptions } from '../support/forked-server.ts'
import { ask } from './client.ts'
import type { OperationName, Perform, PeerServer } from './operations.ts'
import type { PeersSchool } from './school.ts'
import { learnerOf, scriptsOf, textsOf, type Script, type Send, type Subject } from './scripts.ts'

export interface Apogee {
  product: PeerServer
  bare: PeerServer
}

interface Prepared {
  connectionString: string
  poolSize: number
  school: PeersSchool
  recorded: RecordedOperation[]
  certificateId: string
}

/** Starts the product and the bare server, each in a process of its own, on the same database. */
export async function startApogee(prepared: Prepared): Promise<Apogee> {
  const { connectionString, poolSize, school, recorded, certificateId } = prepared
  const support = join(import.meta.dirname, '../support')
  const database = { connectionString, poolSize }
  const product = await forkServer(join(support, 'paying-server.ts'), database, { options: productOptions })
  const bare = await forkServer(join(support, 'bare-server.ts'), {
    ...database,
    operations: recorded,
  })
  const scripts = scriptsOf(school, () => certificateId)
  const atProduct = (Object.entries(scripts) as [OperationName, Script][]).map(([name, script]) => [
    name,
    performedAtProduct(product.origin, script, name),
  ])
  const atBare = recorded.map((operation) => [
    operation.name,
    performedAtBare(bare.origin, operation, school),
  ])
  return {
    product: { ...product, name: 'Apogee', operations: Object.fromEntries(atProduct) },
    bare: { ...bare, name: 'bare `node:http` and `pg`', operations: Object.fromEntries(atBare) },
  }
}

/** Each client saves the progress of one person repeatedly. Each other operation is possible only once for each person. */
const placeOf = (name: string, { nth, client }: Omit<Subject, 'learner'>) =>
  name === 'progress' ? client : nth

function performedAtProduct(origin: string, script: Script, name: OperationName): Perform {
  const send: Send = async ({ path, ...asked }) => (await ask(`${origin}/api${path}`, asked)).text
  return (nth, client) =>
    script(send, { learner: learnerOf(placeOf(name, { nth, client }), 'product'), nth, client })
}

function performedAtBare(
  origin: string,
  { name, given, requests }: RecordedOperation,
  school: PeersSchool,
): Perform {
  return async (nth, client) => {
    const subject = { learner: learnerOf(placeOf(name, { nth, client }), 'bare'), nth, client }
    const texts = textsOf(school, subject)
    const replaced = Object.fromEntries(given.map((text, place) => [text, texts[place] ?? text]))
    for (const place of requests.keys()) {
      const isFirst = place === 0 && given.length > 0
      await ask(`${origin}/${encodeURIComponent(name)}/${place}?run=${nth}`, {
        method: isFirst ? 'POST' : 'GET',
        ...(isFirst && { body: replaced }),
      })
    }
  }
}
