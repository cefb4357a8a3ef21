/** The hashes of the security log's chain (docs/decisions/security-log.md). Pure. */
import { createHmac, type KeyObject } from 'node:crypto'
import type { SecurityLogBreak } from '@apogee/contracts/security-log/security-log.ts'

/** An entry as it is sealed: `text` holds its columns but the address, in one fixed form. */
export interface SealedEntry {
  id: number
  text: string
  address: string | null
}

/** What a block says of its entries besides their hash. */
export interface BlockFacts {
  number: number
  throughId: number
  entries: number
  firstAt: Date
  lastAt: Date
}

/** Before the first block. */
export const noHash = Buffer.alloc(32)

const digest = (key: KeyObject, ...parts: readonly (Buffer | string)[]): Buffer => {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** The chain after the entries: each hash is keyed and covers the one before, so none can be taken out, added or moved. */
export function hashOfBlock(
  key: KeyObject,
  previous: Buffer,
  entries: readonly SealedEntry[],
  facts: BlockFacts,
  addressHash: Buffer,
): Buffer {
  const last = entries.reduce((hash, { text }) => digest(key, hash, text), previous)
  const { number, throughId, firstAt, lastAt } = facts
  const text = JSON.stringify([
    number,
    throughId,
    facts.entries,
    firstAt,
    lastAt,
    addressHash.toString('hex'),
  ])
  return digest(key, last, text)
}

/** The salt keeps addresses from being guessed from the hash once they are deleted. */
export const hashOfAddresses = (key: KeyObject, salt: Buffer, entries: readonly SealedEntry[]): Buffer =>
  digest(
    key,
    salt,
    JSON.stringify(
      entries.flatMap(({ id, address }): [number, string][] => (address === null ? [] : [[id, address]])),
    ),
  )

/** A stored run of the check. */
export interface CheckFacts {
  id: number
  startedAt: Date
  throughBlock: number
  entries: number
  breakCount: number
  breaks: readonly SecurityLogBreak[]
  finishedAt: Date | null
}

export const signatureOfCheck = (key: KeyObject, run: CheckFacts): Buffer =>
  digest(
    key,
    'check',
    JSON.stringify([
      run.id,
      run.startedAt,
      run.throughBlock,
      run.entries,
      run.breakCount,
      run.finishedAt,
      ...run.breaks.map(({ block, fromId, throughId, problem }) => [block, fromId, throughId, problem]),
    ]),
  )

export const signatureOfSweep = (
  key: KeyObject,
  { throughBlock, throughId, hash }: { throughBlock: number; throughId: number; hash: Buffer },
): Buffer => digest(key, 'sweep', JSON.stringify([throughBlock, throughId, hash.toString('hex')]))
