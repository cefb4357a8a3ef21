import type { PasskeyRequestOptions } from '@apogee/contracts/accounts/passkeys.ts'
import { expect } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startProtectedSchool } from '../second-factor/second-factor.testing.ts'
import { SoftwareAuthenticator, type Falsified } from './software-authenticator.testing.ts'

export type PasskeySchool = Awaited<ReturnType<typeof startPasskeySchool>>

export async function startPasskeySchool(options: { requireSecondFactor?: boolean } = {}) {
  const school = await startProtectedSchool(options)
  const { server } = school
  /** A browser would tell the authenticator its page's origin. `server.call` is no browser, so tests use this one. */
  const origin = 'http://localhost'

  async function sendPasskey(
    person: { token: string },
    device: SoftwareAuthenticator,
    { name = 'My phone', ...falsified }: Falsified & { name?: string } = {},
  ) {
    const begun = await server.call('beginPasskey', { as: person })
    const credential = device.create(begun.body.data, { origin, ...falsified })
    if (!credential) throw new Error('the device has a passkey of this person')
    return server.call('addPasskey', { as: person, body: { name, credential } })
  }

  async function addPasskey(
    person: TestPerson,
    device = new SoftwareAuthenticator(),
    name = 'My phone',
  ): Promise<{ id: number; device: SoftwareAuthenticator }> {
    const added = await sendPasskey(person, device, { name })
    expect(added.status).toBe(201)
    return { id: added.body.data.id, device }
  }

  type Browser = ReturnType<typeof school.browser>

  async function signInOptions(phone: Browser, secondStep = false): Promise<PasskeyRequestOptions> {
    return (await phone.post('sign-in/passkey/options', { secondStep })).body.data
  }

  async function signInWith(phone: Browser, device: SoftwareAuthenticator, falsified: Falsified = {}) {
    const credential = device.get(await signInOptions(phone), falsified)
    return phone.post('sign-in/passkey', { credential })
  }

  async function proofOptions(as: { token: string }): Promise<PasskeyRequestOptions> {
    const { data } = (await server.call('beginPasskeyProof', { as })).body
    if (!data) throw new Error('this person has no passkey')
    return data
  }

  async function prove(as: { token: string }, device: SoftwareAuthenticator, falsified: Falsified = {}) {
    const credential = device.get(await proofOptions(as), { origin, ...falsified })
    return server.call('confirmByPasskey', { as, body: { credential } })
  }

  const listed = async (as: { token: string }) => (await server.call('listPasskeys', { as })).body.data

  return {
    ...school,
    origin,
    sendPasskey,
    addPasskey,
    signInOptions,
    signInWith,
    proofOptions,
    prove,
    listed,
  }
}
