/** A browser with passkeys, and what it answers. */
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@apogee/contracts/accounts/passkeys.ts'
import { expect, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** What the library reads of a credential. */
const credentialOf = (response: object) => ({
  id: 'AQ',
  rawId: bytes('\u0001'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: bytes('{}'), ...response },
  getClientExtensionResults: () => ({}),
})

export const createdCredential = () =>
  credentialOf({ attestationObject: bytes('made'), getTransports: () => ['internal'] })
export const usedCredential = () =>
  credentialOf({
    authenticatorData: bytes('data'),
    signature: bytes('signed'),
    userHandle: bytes('handle'),
  })

export const declined = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'))

/** As the contract sends them. */
export const sentCredential = (response: object) => ({
  id: 'AQ',
  rawId: 'AQ',
  type: 'public-key',
  response: expect.objectContaining({ clientDataJSON: 'e30', ...response }),
})

export const requestOptions: PasskeyRequestOptions = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 600_000,
  userVerification: 'required',
  allowCredentials: [{ id: 'AQ', type: 'public-key', transports: ['internal'] }],
}

export const creationOptions: PasskeyCreationOptions = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Apogee' },
  user: { id: 'BBBB', name: 'student@apogee.test', displayName: 'Aisyah Rahman' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 600_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
}

/** The browser's two questions. `vi.unstubAllGlobals` removes them. */
export function stubPasskeys({ offers = false } = {}) {
  const get = vi.fn<(asked: { mediation?: string; signal?: AbortSignal }) => Promise<object>>(declined)
  const create = vi.fn<() => Promise<object>>(declined)
  class PublicKeyCredentialStub {
    static isConditionalMediationAvailable = () => Promise.resolve(offers)
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredentialStub)
  vi.stubGlobal('navigator', new Proxy(navigator, withCredentials({ get, create })))
  return { get, create }
}

const withCredentials = (credentials: object): ProxyHandler<Navigator> => ({
  get(target, name) {
    if (name === 'credentials') return credentials
    const value: unknown = Reflect.get(target, name, target)
    return typeof value === 'function' ? value.bind(target) : value
  },
})
