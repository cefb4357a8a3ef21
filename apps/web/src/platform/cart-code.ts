/** The discount code that goes with the cart: kept like the cart, so that trying to pay again finds it. */
import { storageKeys } from '@apogee/contracts/limits.ts'
import { create } from 'zustand'
import { storage } from './storage.ts'

const codeStore = create(() => ({ code: storage.read(storageKeys.cartCode) ?? '', typed: '' }))

/** '' takes it away. */
export function setCartCode(code: string): void {
  if (code) storage.write(storageKeys.cartCode, code)
  else storage.remove(storageKeys.cartCode)
  codeStore.setState({ code, typed: '' })
}

/** What stands in the field and was not sent off: nobody may pay the full price over it. */
export const setTypedCode = (typed: string): void => codeStore.setState({ typed: typed.trim() })

/** Whoever goes on with a code typed and not applied meant it: it is applied. True: there was one. */
export function applyTypedCode(): boolean {
  const { code, typed } = codeStore.getState()
  if (!typed || typed === code) return false
  setCartCode(typed)
  return true
}

/** As it was typed; for pages that are drawn in the browser only. */
export const useCartCode = (): string => codeStore(({ code }) => code)
