/** Looks for malware in files that people upload (docs/decisions/untrusted-files.md). */

/** `incomplete`: the scanner could not look into all of the file, as of an encrypted one or beyond its own limits. */
export type ScanVerdict =
  | { state: 'clean' }
  | { state: 'infected'; signature: string }
  | { state: 'incomplete'; signature: string }

/** The scanner gives no verdict on a file: trying again may help. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

export interface ScannerState {
  version: string
  /** When its signatures were made; null when it does not say. */
  signaturesFrom: Date | null
}

export type ScanOutcome = ScanVerdict['state'] | 'failed'

export interface VirusScanner {
  /** Longer files cannot be scanned. */
  readonly maxBytes: number
  /** Reads a local file. @throws ScannerUnavailable, and QueueFull when too many files wait. */
  scan(path: string): Promise<ScanVerdict>
  /** Whether it answers now. @throws ScannerUnavailable */
  state(): Promise<ScannerState>
  /** Scans of this process since its start. */
  readonly outcomes: Readonly<Record<ScanOutcome, number>>
}
