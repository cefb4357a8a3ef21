/** Watches whether a package finds the platform and runs without errors, and tells its teacher otherwise. */
import type { PackageLaunch, PackageTroubleKind } from '@apogee/contracts/scorm/scorm.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { readMessage } from './package-messages.ts'

/** Content asks for the platform when its first page has loaded. */
const silentAfterMs = 60_000

/** Returns the troubles of the shown activity. */
export function usePackageTrouble(
  frame: RefObject<HTMLIFrameElement | null>,
  { resourceId, launch, shown }: { resourceId: number; launch: PackageLaunch; shown: string | undefined },
): ReadonlySet<PackageTroubleKind> {
  const [troubles, setTroubles] = useState<ReadonlySet<string>>(new Set())
  const found = useRef(new Set<string>())
  const activity = launch.activities.find(({ identifier }) => identifier === shown)
  const isReporting = activity?.isReporting === true
  useEffect(() => {
    if (shown === undefined) return
    const noted = new Set<string>()
    const note = (about: string, kind: PackageTroubleKind) => {
      const key = `${kind} ${about}`
      if (noted.has(key)) return
      noted.add(key)
      setTroubles((known) => new Set([...known, key]))
      if (!launch.isRecorded) return
      const body = { launch: launch.launch, activity: about, kind }
      // A failed call is not repeated, because the package will report the same trouble for the next learner.
      call('notePackageTrouble', { params: { id: resourceId }, body }).catch(() => undefined)
    }
    const hear = (event: MessageEvent<unknown>) => {
      const message = readMessage(event, frame.current?.contentWindow ?? null, launch)
      if (message?.apogee === 'found' || message?.apogee === 'report') found.current.add(message.activity)
      if (message?.apogee === 'error') note(message.activity, 'error')
    }
    window.addEventListener('message', hear)
    const timer = setTimeout(() => {
      if (isReporting && !found.current.has(shown)) note(shown, 'silent')
    }, silentAfterMs)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [frame, resourceId, launch, shown, isReporting])
  const kinds: readonly PackageTroubleKind[] = ['silent', 'error']
  return new Set(kinds.filter((kind) => troubles.has(`${kind} ${shown}`)))
}
