/**
 * Seals the challenges that passkeys sign, so that a challenge needs no row until it has been used (docs/decisions/authentication.md).
 */
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { passkeyLife } from '../accounts.rules.ts'
import { spendState } from '../sign-in/sign-in.store.ts'
import { limit } from '@apogee/contracts/texts.ts'

const sealPurpose = 'passkey challenge'

const contents = z.object({
  /** A random text makes each challenge unique. */
  random: z.string(),
  /** This is Unix time in milliseconds. */
  expiresAt: z.number(),
  /** The handle is base64url. Other challenges than that for a new passkey have none. */
  userHandle: z.optional(z.string()),
})

export interface OpenChallenge {
  challenge: string
  expiresAt: Date
  userHandle: Buffer | null
}

export class PasskeyChallenges {
  readonly #keys: Keys
  readonly #clock: Clock

  constructor({ keys, clock }: { keys: Keys; clock: Clock }) {
    this.#keys = keys
    this.#clock = clock
  }

  /** @param use the purpose of the challenge, such as the proof of one session */
  give(use: string, userHandle?: Buffer): string {
    const expiresAt = this.#clock.now().getTime() + passkeyLife.challengeMs
    const plain: z.infer<typeof contents> = {
      random: newToken(),
      expiresAt,
      ...(userHandle && { userHandle: userHandle.toString('base64url') }),
    }
    return this.#keys.seal(sealPurpose, JSON.stringify(plain), use).toString('base64url')
  }

  /** Returns the challenge in the browser's answer, or null when it is for another use, expired or not ours. */
  read(use: string, clientDataJson: string): OpenChallenge | null {
    try {
      const { challenge } = clientData.parse(jsonIn(clientDataJson))
      const plain = this.#keys.open(sealPurpose, Buffer.from(challenge, 'base64url'), use)
      const { expiresAt, userHandle } = contents.parse(JSON.parse(plain))
      if (expiresAt <= this.#clock.now().getTime()) return null
      return {
        challenge,
        expiresAt: new Date(expiresAt),
        userHandle: userHandle === undefined ? null : Buffer.from(userHandle, 'base64url'),
      }
    } catch {
      return null
    }
  }

  /** Returns false when the challenge was used before. Of two concurrent uses, one succeeds. */
  spend(tx: Tx, { challenge, expiresAt }: OpenChallenge): Promise<boolean> {
    return spendState(tx, tokenDigest(challenge), expiresAt)
  }
}

const clientData = z.object({ challenge: z.string().check(limit(1000)) })

const jsonIn = (base64url: string): unknown =>
  JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'))
