/** Computes the hashes of the security log's chain (docs/decisions/security-log.md). All functions are pure. */
import { createHmac, type KeyObject } from 'node:crypto'
import type { SecurityLogBreak } from '@apogee/contracts/security-log/security-log.ts'

/** An entry in the form that is hashed. `text` contains all columns except the address, in one fixed format. */
export interface SealedEntry {
  id: number
  text: string
  address: string | null
}

/** The facts of a block that its hash covers besides the entries. */
export interface BlockFacts {
  number: number
  throughId: number
  entries: number
  firstAt: Date
  lastAt: Date
}

/** The previous hash of the first block. */
export const noHash = Buffer.alloc(32)

const digest = (key: KeyObject, ...parts: readonly (Buffer | string)[]): Buffer => {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/**
 * Computes the hash of a block, which continues the chain. Each hash is keyed and covers the previous one, so that a removed, added
 * or moved entry changes it.
 */
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

/**
 * Computes the hash of the addresses. When addresses are deleted, the salt is deleted as well, so that nobody can find them by
 * guessing.
 */
export const hashOfAddresses = (key: KeyObject, salt: Buffer, entries: readonly SealedEntry[]): Buffer =>
  digest(
    key,
    salt,
    JSON.stringify(
      entries.flatMap(({ id, address }): [number, string][] => (address === null ? [] : [[id, address]])),
    ),
  )

/** The stored progress and result of one check of the log. */
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
