/** Passkeys in this browser. The library loads with the first use. */
import type {
  CreatedCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedCredential,
} from '@apogee/contracts/accounts/passkeys.ts'

const library = () => import('@simplewebauthn/browser')

/** Browsers have them on secure pages only, and none at an address that is a number, such as 127.0.0.1. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Whether the browser can offer passkeys below the field of the address. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Cancelled, not answered in time, or replaced by another request. */
const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** This device, or the password manager, has one of the person's passkeys already. */
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
 * The answer of a passkey that the person chose; null when they declined.
 * @param autofill offers passkeys below the field of the address, until one is chosen or another request comes
 * @param signal ends the browser's question, as if it were declined
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

/** A new passkey; null when the person declined. */
export const createPasskey = (options: PasskeyCreationOptions): Promise<CreatedCredential | null> =>
  unlessDeclined(async () => {
    const { startRegistration } = await library()
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    const { attestationObject, clientDataJSON, transports = [] } = response
    return { id, rawId, type, response: { attestationObject, clientDataJSON, transports } }
  })

/** Ends an offer that nobody waits for any more. */
export async function stopOfferingPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}
