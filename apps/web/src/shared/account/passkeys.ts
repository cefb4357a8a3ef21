/** Wraps passkeys in this browser. The library loads with the first use. */
import type {
  CreatedCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedCredential,
} from '@apogee/contracts/accounts/passkeys.ts'

const library = () => import('@simplewebauthn/browser')

/** Browsers support passkeys only on secure pages, and not on a numeric host such as 127.0.0.1. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Returns whether the browser can offer passkeys below the e-mail field. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Returns whether the request was cancelled, timed out, or was replaced by another request. */
const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Returns whether this device or the password manager already has one of the person's passkeys. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

async function unlessDeclined<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isDeclined(error)) return null
    throw error
  }
}

/**
 * Asks for a passkey. Returns its answer, or null when the person declined.
 * @param autofill offers passkeys below the e-mail field until one is chosen or another request begins
 * @param signal closes the browser's prompt, as if the person had declined
 */
export const askForPasskey = (
  options: PasskeyRequestOptions,
  { autofill = false, signal }: { autofill?: boolean; signal?: AbortSignal } = {},
): Promise<UsedCredential | null> =>
  unlessDeclined(async () => {
    const { startAuthentication, WebAuthnAbortService } = await library()
    if (signal?.aborted) return null
    const cancel = () => WebAuthnAbortService.cancelCeremony()
    signal?.addEventListener('abort', cancel)
    const answered = startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill })
    const { id, rawId, type, response } = await answered.finally(() =>
      signal?.removeEventListener('abort', cancel),
    )
    const { authenticatorData, clientDataJSON, signature, userHandle = null } = response
    return { id, rawId, type, response: { authenticatorData, clientDataJSON, signature, userHandle } }
  })

/** Returns a new passkey; null when the person declined. */
export const createPasskey = (options: PasskeyCreationOptions): Promise<CreatedCredential | null> =>
  unlessDeclined(async () => {
    const { startRegistration } = await library()
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    const { attestationObject, clientDataJSON, transports = [] } = response
    return { id, rawId, type, response: { attestationObject, clientDataJSON, transports } }
  })

/** Ends an offer that is no longer needed. */
export async function stopOfferingPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}
